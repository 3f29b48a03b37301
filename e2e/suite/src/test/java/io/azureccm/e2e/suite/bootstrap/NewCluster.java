package io.azureccm.e2e.suite.bootstrap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.charts.Rendering;
import io.azureccm.e2e.cluster.ClusterOptions;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.cluster.json.Json;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The simulators before there is a node: machines in Azure, the charts' objects in the Kubernetes API as they are rendered, the
 * cloud config in its Secret, and a Service that waits for its address.
 */
final class NewCluster implements AutoCloseable {
    static final String NAMESPACE = "kube-system";
    private static final String CONTROL = "control";
    private static final String WORKER = "worker";
    private static final String ARM = "management.azure.com";
    private static final Map<String, String> VALUES = Map.of("node-controller", """
            flags: {cluster-name: kubernetes, allocate-node-cidrs: true, cluster-cidr: 10.244.0.0/16,
                    service-cluster-ip-range: 10.0.0.0/16}
            """, "route-controller", """
            flags: {cluster-name: kubernetes, cluster-cidr: 10.244.0.0/16}
            """, "service-controller", "");

    private final AzureSimulator azure;
    private final ClusterSimulator cluster;
    private final Infrastructure infrastructure;
    private final List<Workload> workloads = new ArrayList<>();

    /** {@code change} may alter each Deployment or DaemonSet before it is applied. */
    NewCluster(int controlPlane, int workers, UnaryOperator<ObjectNode> change) throws IOException {
        this.infrastructure = Infrastructure.standard().scaleSet(CONTROL, controlPlane).scaleSet(WORKER, workers);
        this.azure = AzureSimulator.builder().infrastructure(infrastructure).start();
        this.cluster = ClusterSimulator.start(ClusterOptions.defaults());
        cluster.apply(object("Secret", "azure-cloud-provider", "stringData", "cloud-config", cloudConfig()));
        cluster.apply(object("ConfigMap", "azure-ca", "data", "ca.crt", azure.caPem()));
        VALUES.forEach((chart, values) -> install(chart, values, change));
        cluster.apply("{apiVersion: v1, kind: Service, metadata: {name: web, namespace: default}, "
                + "spec: {type: LoadBalancer, ports: [{port: 80, protocol: TCP}]}}");
    }

    private static ObjectNode object(String kind, String name, String member, String key, String value) {
        ObjectNode object = Json.object();
        object.put("apiVersion", "v1").put("kind", kind);
        object.putObject("metadata").put("name", name).put("namespace", NAMESPACE);
        object.putObject(member).put(key, value);
        return object;
    }

    private void install(String chart, String values, UnaryOperator<ObjectNode> change) {
        for (JsonNode object : Rendering.objects(chart, "caBundle: {configMapName: azure-ca}\n" + values)) {
            ObjectNode applied = Json.parse(object.toString());
            if (Workload.is(applied)) {
                applied = change.apply(applied);
                workloads.add(new Workload(applied));
            }
            cluster.apply(applied);
        }
    }

    /** ARM has a name only, so that nothing works without name resolution. */
    private String cloudConfig() {
        return Json.object()
                .put("cloud", "AzurePublicCloud")
                .put("tenantId", "t")
                .put("aadClientId", "c")
                .put("aadClientSecret", "s3cret")
                .put("subscriptionId", infrastructure.subscription())
                .put("resourceGroup", infrastructure.resourceGroup())
                .put("location", infrastructure.location())
                .put("vnetName", infrastructure.network())
                .put("subnetName", infrastructure.subnet())
                .put("securityGroupName", infrastructure.securityGroup())
                .put("routeTableName", "routes")
                .put("loadBalancerSku", "Standard")
                .put("resourceManagerEndpoint", "https://" + ARM + ":" + URI.create(azure.url()).getPort())
                .toString();
    }

    /** What name servers of Azure answer, as lines of a hosts file. */
    List<String> names() {
        return List.of("127.0.0.1 " + ARM);
    }

    AzureSimulator azure() {
        return azure;
    }

    ClusterSimulator cluster() {
        return cluster;
    }

    /** The controllers' workloads as they were applied. */
    List<Workload> workloads() {
        return workloads;
    }

    Workload workload(String app) {
        return workloads.stream().filter(workload -> workload.name().endsWith(app)).findFirst().orElseThrow();
    }

    static String controlPlane(int number) {
        return CONTROL + "00000" + number;
    }

    static String worker(int number) {
        return WORKER + "00000" + number;
    }

    /** Destinations of the routes that Azure has. */
    List<String> routes() {
        return azure.state()
                .values()
                .stream()
                .filter(resource -> resource.path("name").asText().equals("routes"))
                .flatMap(table -> table.at("/properties/routes").findValuesAsText("addressPrefix").stream())
                .toList();
    }

    List<String> addresses() {
        return cluster.get("services", "default", "web").orElseThrow().path("status").findValuesAsText("ip");
    }

    @Override
    public void close() {
        cluster.close();
        azure.close();
    }
}
