package io.azureccm.e2e.suite.faults.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.store.ResourceStore;
import io.azureccm.e2e.cluster.ClusterSimulator;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An Azure and a Kubernetes API that sequences are played on one after another; both are as new before each of them. */
public class Simulation implements AutoCloseable {
    /** Machines of three scale sets; the nodes on them have the names of the machines. */
    public static final List<String> NODES = List.of("vmss-a000000", "vmss-a000001", "vmss-b000000", "vmss-c000000");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> MADE = List.of("services", "nodes", "endpointslices", "events", "leases");

    private final Infrastructure infrastructure;
    private final AzureSimulator azure;
    private final ClusterSimulator api;
    private final ResourceStore.Snapshot fresh;
    private final Clock clock;

    Simulation(AzureSimulator azure, ClusterSimulator api, Infrastructure infrastructure, Clock clock) {
        this.clock = clock;
        this.azure = azure;
        this.api = api;
        this.infrastructure = infrastructure;
        azure.seed(JSON.createArrayNode().addAll(Foreign.resources(this)));
        Foreign.addToShared(this);
        this.fresh = azure.snapshot();
    }

    /** The same Azure and Kubernetes for everybody in this process. */
    public static Simulation of(AzureSimulator azure, ClusterSimulator api, Infrastructure infrastructure,
            Clock clock) {
        return new Simulation(azure, api, infrastructure, clock);
    }

    public static Infrastructure newInfrastructure() {
        return Infrastructure.standard().scaleSet("vmss-a", 2).scaleSet("vmss-b", 1).scaleSet("vmss-c", 1);
    }

    public AzureSimulator azure() {
        return azure;
    }

    public ClusterSimulator api() {
        return api;
    }

    /** The time by which kubelets date what they say. */
    public Clock clock() {
        return clock;
    }

    public Infrastructure infrastructure() {
        return infrastructure;
    }

    /** Reads and writes as lines, for the message of a failed test. */
    public String callLog() {
        return azure.calls()
                .all()
                .stream()
                .filter(call -> call.isRead() || call.isWrite())
                .map(call -> "\n" + call.line())
                .collect(Collectors.joining());
    }

    public String networkId(String type, String name) {
        return "/subscriptions/" + infrastructure.subscription() + "/resourceGroups/" + infrastructure.resourceGroup()
                + "/providers/Microsoft.Network/" + type + "/" + name;
    }

    public String securityGroupId() {
        return networkId("networkSecurityGroups", infrastructure.securityGroup());
    }

    public String routeTableId() {
        return networkId("routeTables", infrastructure.routeTable());
    }

    /** The machine behind a node of this name. */
    public String machineId(String node) {
        return infrastructure.scaleSetId(node.substring(0, 6)) + "/virtualMachines/"
                + Integer.parseInt(node.substring(6));
    }

    /** The cloud config of a controller that finds ARM, and signs in, as {@code access} says. */
    public CloudConfig config(ObjectNode access, ObjectNode overlay) {
        ObjectNode config = JSON.createObjectNode()
                .put("subscriptionId", infrastructure.subscription())
                .put("resourceGroup", infrastructure.resourceGroup())
                .put("location", infrastructure.location())
                .put("vnetName", infrastructure.network())
                .put("subnetName", infrastructure.subnet())
                .put("securityGroupName", infrastructure.securityGroup())
                .put("routeTableName", infrastructure.routeTable())
                .put("vmType", "vmss")
                .put("loadBalancerSku", "Standard");
        config.setAll(access);
        config.setAll(overlay);
        return switch (CloudConfigParser.parse(new ConfigLayer("azure.json", config.toString()), Map.of())) {
            case ParsedCloudConfig.Accepted accepted -> accepted.config();
            case ParsedCloudConfig.Rejected rejected -> throw new IllegalArgumentException(rejected.toString());
        };
    }

    public void seed(ObjectNode resource) {
        ArrayNode one = JSON.createArrayNode().add(resource);
        azure().seed(one);
    }

    /** Everything is as it was when the simulation was made. */
    public void reset() {
        azure().faults().clear();
        api.faults().clear();
        azure().restore(fresh);
        azure().calls().reset();
        for (String resource : MADE)
            api.list(resource, "").forEach(object -> remove(resource, object));
        api.expireHistory();
        api.requests().clear();
    }

    private void remove(String resource, ObjectNode object) {
        String namespace = object.at("/metadata/namespace").asText();
        String name = object.at("/metadata/name").asText();
        if (resource.equals("services") && name.equals("kubernetes"))
            return;
        if (!object.at("/metadata/finalizers").isEmpty()) {
            ObjectNode patch = JSON.createObjectNode();
            patch.putObject("metadata").putNull("finalizers");
            api.patch(resource, namespace, name, patch);
        }
        api.delete(resource, namespace, name);
    }

    @Override
    public void close() {
        azure.close();
        api.close();
    }
}
