package io.azureccm.e2e.playground.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.throttling.ThrottlingProfile;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.cluster.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Both simulators with a small infrastructure, and the files that controllers and kubectl need to reach them. */
public final class LocalCloud implements AutoCloseable {
    public static final List<String> CONTROLLERS = List.of("service-controller", "node-controller",
            "route-controller");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SCALE_SET = "vmss-a";

    private final AzureSimulator azure;
    private final ClusterSimulator cluster;
    private final Infrastructure infrastructure;
    private final Path folder;

    private LocalCloud(AzureSimulator azure, ClusterSimulator cluster, Infrastructure infrastructure, Path folder) {
        this.azure = azure;
        this.cluster = cluster;
        this.infrastructure = infrastructure;
        this.folder = folder;
    }

    public static LocalCloud start(int nodes, Latencies latencies, Path folder) throws IOException {
        return start(nodes, latencies, folder, JSON.createObjectNode());
    }

    /** {@code config} is merged into the cloud config. */
    public static LocalCloud start(int nodes, Latencies latencies, Path folder, ObjectNode config) throws IOException {
        return start(nodes, 0, latencies, folder, config);
    }

    /** The scale set also has spare machines that are not nodes yet. */
    public static LocalCloud start(int nodes, int spare, Latencies latencies, Path folder, ObjectNode config)
            throws IOException {
        Files.createDirectories(folder.resolve("logs"));
        for (String name : CONTROLLERS) {
            Files.deleteIfExists(folder.resolve("logs").resolve(name + ".log"));
        }
        Infrastructure infrastructure = Infrastructure.standard().scaleSet(SCALE_SET, nodes + spare, "1", "2", "3");
        AzureSimulator azure = AzureSimulator.builder().infrastructure(infrastructure).latencies(latencies).start();
        LocalCloud cloud = new LocalCloud(azure, ClusterSimulator.start(), infrastructure, folder);
        cloud.writeFiles(config);
        for (int i = 0; i < nodes; i++) {
            cloud.addNode(i);
        }
        return cloud;
    }

    /** A cloud with these scale sets and this page size, and no nodes yet. */
    public static LocalCloud withoutNodes(Infrastructure infrastructure, Latencies latencies, int pageSize, Path folder)
            throws IOException {
        return opened(
                AzureSimulator.builder().infrastructure(infrastructure).latencies(latencies).pageSize(pageSize).start(),
                infrastructure,
                folder);
    }

    /**
     * The same on an Azure with rate limits and this many available public IPs; {@code config} is merged into the cloud
     * config.
     */
    public static LocalCloud withoutNodes(Infrastructure infrastructure, Latencies latencies,
            ThrottlingProfile throttling, int publicIps, int pageSize, Path folder, ObjectNode config)
            throws IOException {
        return opened(AzureSimulator.builder()
                .limits(Limits.azureDefault().with(Limits.Row.PUBLIC_IP_ADDRESSES, publicIps))
                .infrastructure(infrastructure)
                .latencies(latencies)
                .throttling(throttling)
                .pageSize(pageSize)
                .start(), infrastructure, folder, config);
    }

    private static LocalCloud opened(AzureSimulator azure, Infrastructure infrastructure, Path folder)
            throws IOException {
        return opened(azure, infrastructure, folder, JSON.createObjectNode());
    }

    private static LocalCloud opened(AzureSimulator azure, Infrastructure infrastructure, Path folder,
            ObjectNode config) throws IOException {
        Files.createDirectories(folder.resolve("logs"));
        for (String name : CONTROLLERS) {
            Files.deleteIfExists(folder.resolve("logs").resolve(name + ".log"));
        }
        LocalCloud cloud = new LocalCloud(azure, ClusterSimulator.start(), infrastructure, folder);
        cloud.writeFiles(config);
        return cloud;
    }

    /** The nodes of the scale set as they join; the node-controller has to initialise them. */
    public static LocalCloud joining(int nodes, Latencies latencies, Path folder) throws IOException {
        Infrastructure infrastructure = Infrastructure.standard().scaleSet(SCALE_SET, nodes, "1", "2", "3");
        LocalCloud cloud = withoutNodes(infrastructure, latencies, 200, folder);
        for (int i = 0; i < nodes; i++) {
            cloud.joinNode(SCALE_SET, i, podRange(i));
        }
        return cloud;
    }

    /** The first nodes of a scale set as they join, on an Azure with rate limits. */
    public static LocalCloud joining(int nodes, int machines, Latencies latencies, ThrottlingProfile throttling,
            Path folder)
            throws IOException {
        Infrastructure infrastructure = Infrastructure.standard().scaleSet(SCALE_SET, machines, "1", "2", "3");
        LocalCloud cloud = opened(
                AzureSimulator.builder()
                        .infrastructure(infrastructure)
                        .latencies(latencies)
                        .throttling(throttling)
                        .start(),
                infrastructure,
                folder);
        for (int i = 0; i < nodes; i++) {
            cloud.joinNode(SCALE_SET, i, podRange(i));
        }
        return cloud;
    }

    /** A node that has just joined; {@code podRange} may be empty. */
    public void joinNode(String scaleSet, int index, String podRange) {
        cluster.apply("""
                apiVersion: v1
                kind: Node
                metadata:
                  name: %s
                  labels: {kubernetes.io/os: linux}
                spec:
                  podCIDRs: [%s]
                  taints: [{key: node.cloudprovider.kubernetes.io/uninitialized, value: "true", effect: NoSchedule}]
                status:
                  conditions: [{type: Ready, status: "True", reason: KubeletReady, message: simulated}]
                """.formatted(nodeName(scaleSet, index), podRange));
    }

    /** The number of nodes without the initialisation taint. */
    public long initialised() {
        return cluster.list("nodes", "")
                .stream()
                .filter(node -> !node.path("spec").path("taints").toString().contains("uninitialized"))
                .count();
    }

    public AzureSimulator azure() {
        return azure;
    }

    public ClusterSimulator cluster() {
        return cluster;
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

    /** An existing machine joins the cluster as an initialised node. */
    public void joinOnSpareMachine(int index) {
        addNode(index);
    }

    /** The number of Services with an address. */
    public long addressed() {
        return cluster.list("services", "default")
                .stream()
                .filter(service -> !service.at("/status/loadBalancer").findValuesAsText("ip").isEmpty())
                .count();
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

    private void addNode(int index) {
        cluster.apply("""
                apiVersion: v1
                kind: Node
                metadata:
                  name: %s
                  labels: {kubernetes.io/os: linux, topology.kubernetes.io/region: %s}
                spec: {providerID: "azure://%s/virtualMachines/%d", podCIDRs: ["%s"]}
                status:
                  addresses: [{type: InternalIP, address: 10.240.%d.%d}, {type: Hostname, address: %s}]
                  conditions: [{type: Ready, status: "True", reason: KubeletReady, message: simulated}]
                """.formatted(nodeName(index), infrastructure.location(), infrastructure.scaleSetId(SCALE_SET), index,
                podRange(index), (4 + index) / 256, (4 + index) % 256, nodeName(index)));
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
        cluster.close();
        azure.close();
    }
}
