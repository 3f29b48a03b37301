package io.azureccm.e2e.playground.scale;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.throttling.ThrottlingProfile;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.latency.SlowAzure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A cluster of some size on a slow Azure that counts calls: pools of addresses, as many load balancers as needed; and its changes. */
final class ScaleCloud implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Pods of a Service with the traffic policy Local. */
    private static final int PODS = 3;

    /** A machine of a scale set, with the number that it has among all. */
    private record Machine(String scaleSet, int index, int number) {}

    private final Infrastructure infrastructure;
    private final LocalCloud cloud;
    private final List<Machine> machines = new ArrayList<>();

    ScaleCloud(ScaleSize size, Path folder) throws IOException {
        Infrastructure sets = Infrastructure.standard();
        for (int set = 0; set < size.scaleSets(); set++) {
            sets = sets.scaleSet(scaleSet(set), size.machines(set), "1", "2", "3");
            for (int i = 0; i < size.machines(set); i++)
                machines.add(new Machine(scaleSet(set), i, machines.size()));
        }
        infrastructure = sets;
        cloud = LocalCloud.counting(sets, SlowAzure.DEFAULT.latencies(), ThrottlingProfile.azure(), folder,
                config(size));
        for (int node = 0; node < machines.size(); node++)
            join(node);
    }

    private static ObjectNode config(ScaleSize size) {
        ObjectNode config = JSON.createObjectNode().put("loadBalancerBackendPoolConfigurationType", "nodeIP");
        ArrayNode balancers = config.putArray("multipleStandardLoadBalancerConfigurations");
        for (int i = 0; i < size.balancers(); i++)
            balancers.addObject().put("name", i == 0 ? "kubernetes" : "lb" + i).put("primaryVMSet", scaleSet(i));
        return config;
    }

    private static String scaleSet(int index) {
        return "pool-" + (char) ('a' + index) + "-vmss";
    }

    LocalCloud local() {
        return cloud;
    }

    void join(int node) {
        Machine machine = machines.get(node);
        int address = 4 + machine.number();
        ObjectNode json = object("v1", "Node", name(machine));
        ((ObjectNode) json.path("metadata")).putObject("labels")
                .put("kubernetes.io/os", "linux")
                .put("topology.kubernetes.io/region", infrastructure.location());
        json.putObject("spec")
                .put("providerID", "azure://" + infrastructure.scaleSetId(machine.scaleSet()) + "/virtualMachines/"
                        + machine.index());
        ObjectNode status = json.putObject("status");
        status.putArray("addresses")
                .addObject()
                .put("type", "InternalIP")
                .put("address", "10.240." + address / 256 + "." + address % 256);
        status.putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "True")
                .put("reason", "KubeletReady")
                .put("message", "simulated");
        cloud.cluster().apply(json);
    }

    void leave(int node) {
        cloud.cluster().delete("nodes", "", name(machines.get(node)));
    }

    private static String name(Machine machine) {
        String number = Integer.toString(machine.index(), 36);
        return machine.scaleSet() + "0".repeat(6 - number.length()) + number;
    }

    static String service(int index) {
        return "svc-%04d".formatted(index);
    }

    /** Makes the Service, or changes it to this port. */
    void apply(int service, int port) {
        if (ScaleSize.isLocal(service))
            pods(service, service);
        ObjectNode json = object("v1", "Service", service(service));
        ObjectNode spec = json.putObject("spec")
                .put("type", "LoadBalancer")
                .put("externalTrafficPolicy", ScaleSize.isLocal(service) ? "Local" : "Cluster");
        spec.putArray("ports").addObject().put("name", "http").put("port", port).put("protocol", "TCP");
        cloud.cluster().apply(json);
    }

    void delete(int service) {
        cloud.cluster().delete("services", "default", service(service));
    }

    /** The pods of the Service are on so many nodes from this one on. */
    void pods(int service, int firstNode) {
        ObjectNode slice = object("discovery.k8s.io/v1", "EndpointSlice", service(service) + "-pods");
        slice.put("addressType", "IPv4");
        ((ObjectNode) slice.path("metadata")).putObject("labels")
                .put("kubernetes.io/service-name", service(service));
        slice.putArray("ports").addObject().put("port", 8080).put("protocol", "TCP");
        ArrayNode endpoints = slice.putArray("endpoints");
        for (int i = 0; i < Math.min(PODS, machines.size()); i++) {
            ObjectNode endpoint = endpoints.addObject()
                    .put("nodeName", name(machines.get((firstNode + i) % machines.size())));
            endpoint.putArray("addresses").add("10.244.0." + (i + 1));
            endpoint.putObject("conditions").put("ready", true);
        }
        cloud.cluster().apply(slice);
    }

    /** Names of those that are there. */
    Set<String> services() {
        return cloud.cluster()
                .list("services", "default")
                .stream()
                .map(service -> service.at("/metadata/name").asText())
                .collect(Collectors.toSet());
    }

    /** Names of those that have an address. */
    Set<String> served() {
        return cloud.cluster()
                .list("services", "default")
                .stream()
                .filter(service -> !service.at("/status/loadBalancer/ingress/0/ip").asText().isEmpty())
                .map(service -> service.at("/metadata/name").asText())
                .collect(Collectors.toSet());
    }

    private static ObjectNode object(String version, String kind, String name) {
        ObjectNode json = JSON.createObjectNode().put("apiVersion", version).put("kind", kind);
        ObjectNode metadata = json.putObject("metadata").put("name", name);
        if (!kind.equals("Node"))
            metadata.put("namespace", "default");
        return json;
    }

    @Override
    public void close() {
        cloud.close();
    }
}
