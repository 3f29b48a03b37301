package io.azureccm.e2e.playground.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.AzureSimulatorBuilder;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.cluster.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Both simulators with a small infrastructure, the files that controllers and kubectl need to reach them, and controllers. */
public record LocalCloud(AzureSimulator azure, ClusterSimulator cluster, Infrastructure infrastructure, Path folder,
        List<Process> controllers) implements AutoCloseable {
    public static final List<String> CONTROLLERS = List.of("service-controller", "node-controller",
            "route-controller");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SCALE_SET = "vmss-a";
    private static final String UNINITIALISED = "taints: [{key: node.cloudprovider.kubernetes.io/uninitialized, "
            + "value: \"true\", effect: NoSchedule}]";

    public static LocalCloud start(int nodes, Latencies latencies, Path folder) throws IOException {
        return start(nodes, 0, latencies, folder, JSON.createObjectNode());
    }

    /** The scale set also has spare machines that are not nodes yet; {@code config} is merged into the cloud config. */
    public static LocalCloud start(int nodes, int spare, Latencies latencies, Path folder, ObjectNode config)
            throws IOException {
        LocalCloud cloud = withoutNodes(AzureSimulator.builder().latencies(latencies), machines(nodes + spare), folder,
                config);
        for (int i = 0; i < nodes; i++)
            cloud.addNode(i);
        return cloud;
    }

    /** The nodes of the scale set as they join; the node-controller has to initialise them. */
    public static LocalCloud joining(int nodes, Latencies latencies, Path folder) throws IOException {
        return joining(nodes, nodes, AzureSimulator.builder().latencies(latencies).pageSize(200), folder);
    }

    /** The first nodes of a scale set with this many machines, as they join, on such an Azure. */
    public static LocalCloud joining(int nodes, int machines, AzureSimulatorBuilder azure, Path folder)
            throws IOException {
        LocalCloud cloud = withoutNodes(azure, machines(machines), folder, JSON.createObjectNode());
        for (int i = 0; i < nodes; i++)
            cloud.comeBack(i);
        return cloud;
    }

    private static Infrastructure machines(int count) {
        return Infrastructure.standard().scaleSet(SCALE_SET, count, "1", "2", "3");
    }

    /** Such an Azure with this infrastructure, and a cluster without nodes. */
    public static LocalCloud withoutNodes(AzureSimulatorBuilder azure, Infrastructure infrastructure, Path folder,
            ObjectNode config) throws IOException {
        Files.createDirectories(folder.resolve("logs"));
        for (String name : CONTROLLERS)
            Files.deleteIfExists(folder.resolve("logs").resolve(name + ".log"));
        LocalCloud cloud = new LocalCloud(azure.infrastructure(infrastructure).start(), ClusterSimulator.start(),
                infrastructure, folder, new CopyOnWriteArrayList<>());
        cloud.writeFiles(config);
        return cloud;
    }

    /** The flags that an app needs for the pods of these nodes. */
    public static List<String> flags(String app) {
        return app.equals("route-controller") ? List.of("--cluster-cidr=10.244.0.0/16") : List.of();
    }

    /** A node that has just joined; {@code podRange} may be empty. */
    public void joinNode(String scaleSet, int index, String podRange) {
        cluster.apply(Manifests.node(nodeName(scaleSet, index), "", "podCIDRs: [" + podRange + "], " + UNINITIALISED,
                ""));
    }

    /** The number of nodes without the initialisation taint. */
    public long initialised() {
        return cluster.list("nodes", "")
                .stream()
                .filter(node -> !node.path("spec").path("taints").toString().contains("uninitialized"))
                .count();
    }

    public Path kubeconfig() {
        return folder.resolve("kubeconfig");
    }

    public Path cloudConfig() {
        return folder.resolve("azure.json");
    }

    public Path logs() {
        return folder.resolve("logs");
    }

    /** The environment variables that controllers need to trust the simulated Azure. */
    public Map<String, String> environment() {
        return Map.of("SSL_CERT_FILE", folder.resolve("ca.pem").toString());
    }

    /** A machine joins the scale set and, as a node, the cluster. */
    public void join(int index) {
        azure.machines().scale(infrastructure.scaleSetId(SCALE_SET), index + 1);
        addNode(index);
    }

    /** The number of Services with an address. */
    public long addressed() {
        return cluster.list("services", "default")
                .stream()
                .filter(service -> !addresses(service).isEmpty())
                .count();
    }

    /** The addresses in the status of a Service; none if there is no such Service. */
    public List<String> addresses(String service) {
        return cluster.get("services", "default", service).map(LocalCloud::addresses).orElse(List.of());
    }

    public static List<String> addresses(JsonNode service) {
        return service.path("status").path("loadBalancer").findValuesAsText("ip");
    }

    /** The resources in Azure of a type such as {@code loadBalancers}, by ID. */
    public Map<String, JsonNode> resources(String type) {
        Map<String, JsonNode> resources = new TreeMap<>(azure.state());
        resources.keySet().removeIf(id -> !id.matches("(?i).*/" + type + "/[^/]+"));
        return resources;
    }

    /** Changes the spec of a node with YAML members such as {@code unschedulable: true}. */
    public void showNode(String name, String spec) {
        ObjectNode node = cluster.get("nodes", "", name).orElseThrow().deepCopy();
        node.withObjectProperty("spec").setAll(Json.parse("{" + spec + "}"));
        node.withObjectProperty("metadata").retain("name", "labels");
        cluster.apply(node);
    }

    /** The node leaves the cluster; its machine stays. */
    public void leave(int index) {
        cluster.delete("nodes", "", nodeName(index));
    }

    /** The node of a machine of the scale set joins again. */
    public void comeBack(int index) {
        joinNode(SCALE_SET, index, podRange(index));
    }

    /** The routes of the table as lines. */
    public List<String> routes() {
        List<String> lines = new ArrayList<>();
        routeTable().forEach(route -> lines.add("%-28s %-18s to %s".formatted(route.path("name").asText(),
                route.path("properties").path("addressPrefix").asText(),
                route.path("properties").path("nextHopIpAddress").asText())));
        return lines;
    }

    public JsonNode routeTable() {
        return azure
                .resource("/subscriptions/" + infrastructure.subscription() + "/resourceGroups/"
                        + infrastructure.resourceGroup()
                        + "/providers/Microsoft.Network/routeTables/" + infrastructure.routeTable())
                .map(table -> table.path("properties").path("routes"))
                .orElse(JSON.createArrayNode());
    }

    /** An existing machine joins the cluster as an initialised node. */
    public void addNode(int index) {
        String name = nodeName(index);
        cluster.apply(Manifests.node(name, "topology.kubernetes.io/region: " + infrastructure.location(),
                "providerID: \"azure://%s/virtualMachines/%d\", podCIDRs: [\"%s\"]"
                        .formatted(infrastructure.scaleSetId(SCALE_SET), index, podRange(index)),
                "{type: InternalIP, address: 10.240.%d.%d}, {type: Hostname, address: %s}"
                        .formatted((4 + index) / 256, (4 + index) % 256, name)));
    }

    /** The pods of the first 256 nodes are in 10.244.0.0/16, those of far more nodes in 11.0.0.0/8. */
    private static String podRange(int index) {
        int second = 244 + index / 256;
        return (10 + second / 256) + "." + second % 256 + "." + index % 256 + ".0/24";
    }

    /** Scale sets number their computer names with six base-36 digits. */
    private static String nodeName(int index) {
        return nodeName(SCALE_SET, index);
    }

    private static String nodeName(String scaleSet, int index) {
        String number = Integer.toString(index, 36);
        return scaleSet + "0".repeat(6 - number.length()) + number;
    }

    private void writeFiles(ObjectNode more) throws IOException {
        Files.writeString(folder.resolve("ca.pem"), azure.caPem());
        cluster.writeKubeconfig(kubeconfig());
        JsonNode config = JSON.createObjectNode()
                .put("cloud", "AzurePublicCloud")
                .put("resourceManagerEndpoint", azure.url())
                .put("tenantId", "00000000-0000-0000-0000-00000000000f")
                .put("aadClientId", "playground")
                .put("aadClientSecret", "playground")
                .put("subscriptionId", infrastructure.subscription())
                .put("resourceGroup", infrastructure.resourceGroup())
                .put("location", infrastructure.location())
                .put("vmType", "vmss")
                .put("vnetName", infrastructure.network())
                .put("subnetName", infrastructure.subnet())
                .put("securityGroupName", infrastructure.securityGroup())
                .put("routeTableName", infrastructure.routeTable())
                .put("loadBalancerSku", "standard")
                .setAll(more);
        Files.writeString(cloudConfig(), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(config) + "\n");
    }

    @Override
    public void close() {
        controllers.reversed().forEach(ControllerProcess::end);
        cluster.close();
        azure.close();
    }
}
