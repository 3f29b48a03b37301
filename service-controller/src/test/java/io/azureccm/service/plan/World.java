package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.loadbalancer.ProbeMode;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.drift.InPlace;
import io.azureccm.common.core.drift.LastInPlace;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.KnownServices;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceState;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * A small Azure as values: a scale set "vmss-a" with its machines, other machines on request, a network, a security group. Plans are applied to it by
 * replacing what they write and filling in what ARM would (addresses, who uses a public IP), so that tests can plan again.
 */
public final class World {
    public static final String SUBSCRIPTION = "00000000-0000-0000-0000-000000000001";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<ArmId, ObjectNode> resources = new TreeMap<>();
    private final List<ServiceSpec> services = new ArrayList<>();
    private final List<NodeFacts> nodes = new ArrayList<>();
    private final Set<ArmId> departed = new TreeSet<>();
    private final Map<String, String> config = new LinkedHashMap<>();
    private final Map<ArmId, Optional<ObjectNode>> subnets = new HashMap<>();
    private final Map<String, Set<String>> endpoints = new HashMap<>();
    private final Map<String, List<String>> statusIps = new HashMap<>();
    private final Set<String> keptIpTags = new HashSet<>();
    private Map<String, String> namespaceLabels = Map.of();
    private final WorldWrites arm = new WorldWrites(resources, subnets);
    private long sequence;

    public World(int machines) {
        config.put("subscriptionId", SUBSCRIPTION);
        config.put("resourceGroup", "k8s");
        config.put("location", "eastus");
        config.put("vnetName", "k8s-vnet");
        config.put("subnetName", "k8s-subnet");
        config.put("securityGroupName", "k8s-nsg");
        config.put("useManagedIdentityExtension", "true");
        subnet("k8s-subnet", "10.240.0.0/16");
        put(ArmTypes.SECURITY_GROUP, "k8s-nsg", "{\"properties\": {\"securityRules\": []}}");
        scaleSet("vmss-a", "Uniform");
        for (int i = 0; i < machines; i++) {
            machine(i);
        }
    }

    public World with(String key, String value) {
        config.put(key, value);
        return this;
    }

    public CloudConfig cloud() {
        StringBuilder yaml = new StringBuilder();
        config.forEach((key, value) -> yaml.append(key).append(": ").append(value).append('\n'));
        return switch (CloudConfigParser.parse(new ConfigLayer("azure.json", yaml.toString()), Map.of())) {
            case ParsedCloudConfig.Accepted accepted -> accepted.config();
            case ParsedCloudConfig.Rejected rejected -> throw new IllegalArgumentException(rejected.toString());
        };
    }

    private SpecSettings intents() {
        CloudConfig cloud = cloud();
        var probe = cloud.loadBalancer().probe();
        return new SpecSettings(cloud.loadBalancer().standard(), probe.mode() == ProbeMode.SHARED,
                probe.sharedPort(), probe.sharedPath());
    }

    public void machine(int index) {
        ArmId id = scaleSet().child("virtualMachines", String.valueOf(index));
        resources.put(id, json("{\"etag\": \"\\\"1\\\"\", \"properties\": {\"networkProfileConfiguration\": "
                + "{\"networkInterfaceConfigurations\": [" + nic() + "]}}}").put("id", id.toString()));
        node(new NodeFacts("vmss-a00000" + index, Optional.of(id), List.of("10.240.0." + (10 + index)), false, false,
                false, false));
    }

    /** A scale set without machines; {@code orchestration} is Uniform or Flexible. */
    public ObjectNode scaleSet(String name, String orchestration) {
        return put(ArmTypes.SCALE_SET, name, "{\"properties\": {\"orchestrationMode\": \"" + orchestration
                + "\", \"virtualMachineProfile\": {\"networkProfile\": {\"networkInterfaceConfigurations\": ["
                + nic() + "]}}}}");
    }

    /** A machine with an interface of its own and its node; {@code set} is the id of its scale set or availability set, or "". */
    public void virtualMachine(String name, String set) {
        ArmId id = ArmId.of(SUBSCRIPTION, "k8s", ArmTypes.VIRTUAL_MACHINE, name);
        ObjectNode machine = put(ArmTypes.VIRTUAL_MACHINE, name, "{}");
        ArmId nic = ArmId.of(SUBSCRIPTION, "k8s", ArmTypes.NETWORK_INTERFACE, name + "-nic");
        ObjectNode properties = ArmJson.properties(machine);
        properties.withArray("/networkProfile/networkInterfaces").add(ArmJson.reference(nic.toString()));
        if (!set.isEmpty()) {
            properties.set(set.contains("virtualMachineScaleSets") ? "virtualMachineScaleSet" : "availabilitySet",
                    ArmJson.reference(set));
        }
        ObjectNode body = put(ArmTypes.NETWORK_INTERFACE, name + "-nic", nic());
        ArmJson.properties(body).put("futureProperty", "kept").set("virtualMachine", ArmJson.reference(id.toString()));
        node(new NodeFacts(name, Optional.of(id), List.of("10.240.0." + (100 + nodes.size())), false, false, false,
                false));
    }

    public void node(NodeFacts facts) {
        facts.machine().ifPresent(departed::remove);
        nodes.removeIf(node -> node.name().equals(facts.name()));
        nodes.add(facts);
    }

    public NodeFacts node(int index) {
        return node("vmss-a00000" + index);
    }

    public NodeFacts node(String name) {
        return nodes.stream().filter(node -> node.name().equals(name)).findFirst().orElseThrow();
    }

    /** Each node is excluded or not, at random. */
    void excludeSome(Random random) {
        nodes.replaceAll(node -> new NodeFacts(node.name(), node.machine(), node.internalIps(), random.nextBoolean(),
                false, false, false));
    }

    /** Any node leaves, unless it is the last. */
    void someNodeLeaves(Random random) {
        if (nodes.size() > 1)
            nodeLeft(nodes.get(random.nextInt(nodes.size())).name());
    }

    public static ArmId id(String type, String name) {
        return ArmId.of(SUBSCRIPTION, "k8s", type, name);
    }

    /** The node is not there and never was, as far as the controller knows. */
    public void forgetNode(String name) {
        nodes.remove(node(name));
    }

    public void nodeLeft(int index) {
        nodeLeft("vmss-a00000" + index);
    }

    public void nodeLeft(String name) {
        NodeFacts gone = node(name);
        nodes.remove(gone);
        departed.add(gone.machine().orElseThrow());
    }

    /** A node on a machine of another scale set, for pools that take nodes by address. */
    public void node(String scaleSet, int index, Map<String, String> labels) {
        ArmId machine = ArmId.of(SUBSCRIPTION, "k8s", ArmTypes.SCALE_SET, scaleSet)
                .child("virtualMachines", "" + index);
        String subnet = "10.240." + (Math.abs(scaleSet.hashCode()) % 50 + 2) + ".";
        node(new NodeFacts(scaleSet + "00000" + index, Optional.of(machine), List.of(subnet + (10 + index)), false,
                false, false, false, labels));
    }

    /** The labels of the one namespace that there is. */
    public void namespace(Map<String, String> labels) {
        namespaceLabels = labels;
    }

    /** The nodes that run the pods of a Service, by its name. */
    public void endpoints(String service, String... onNodes) {
        endpoints.put(service, Set.of(onNodes));
    }

    public ServiceSpec service(String yaml) {
        Service service = Serialization.unmarshal(yaml, Service.class);
        ServiceSpec intent = new ServiceSpecParser(intents()).parse(service, ++sequence);
        services.removeIf(known -> known.uid().equals(intent.uid()));
        services.add(intent);
        statusIps.put(intent.uid(), ServiceSpecParser.statusIps(service));
        return intent;
    }

    public void gone(String name) {
        services.replaceAll(service -> service.key().name().equals(name) ? service.gone() : service);
    }

    /** The public IPs of all Services keep the IP tags that they have. */
    public void keepIpTags() {
        services.forEach(service -> keptIpTags.add(service.uid()));
    }

    public void forget(String name) {
        services.removeIf(service -> service.key().name().equals(name));
    }

    public List<ServiceSpec> services() {
        return services;
    }

    public ServicePlan plan() {
        return plan(services);
    }

    public ServicePlan plan(List<ServiceSpec> order) {
        return planning(order).get();
    }

    /** A plan that can be made again and again: everything it needs has been read. */
    Supplier<ServicePlan> planning(List<ServiceSpec> order) {
        return planning(order, InPlace.NOTHING);
    }

    /** The plan of a leader that remembers what was in place. */
    ServicePlan plan(LastInPlace memory) {
        return planning(services, memory.value()).get();
    }

    private Supplier<ServicePlan> planning(List<ServiceSpec> order, InPlace inPlace) {
        ServicePlanner planner = new ServicePlanner(new PlannerSettings(cloud(), "kubernetes"));
        ObservedState observedState = observedState();
        KnownServices asked = KnownServices.of(clusterState(order)).keepingIpTags(keptIpTags);
        return () -> planner.plan(observedState, asked, inPlace);
    }

    /** Plans and applies until nothing is left to do; returns the plans that did something. */
    public List<Plan> converge() {
        List<Plan> plans = new ArrayList<>();
        for (int round = 0; round < 6; round++) {
            Plan plan = plan().plan();
            if (plan.isEmpty())
                return plans;
            plans.add(plan);
            plan.ready().forEach(this::applyOne);
        }
        throw new AssertionError("does not settle: " + plan().plan());
    }

    public Optional<ObjectNode> resource(String type, String name) {
        return Optional.ofNullable(resources.get(ArmId.of(SUBSCRIPTION, "k8s", type, name)));
    }

    public Optional<ObjectNode> resourceIn(String group, String type, String name) {
        return Optional.ofNullable(resources.get(ArmId.of(SUBSCRIPTION, group, type, name)));
    }

    public ObjectNode put(String type, String name, String json) {
        return putIn("k8s", type, name, json);
    }

    /** The subnet as it is, to look at and to change. */
    public ObjectNode subnetBody(String name) {
        return subnets.entrySet()
                .stream()
                .filter(entry -> entry.getKey().name().equals(name))
                .map(entry -> entry.getValue().orElseThrow())
                .findFirst()
                .orElseThrow();
    }

    /** A subnet of the cluster's network; without a prefix one that does not exist. */
    public void subnet(String name, String prefix) {
        ArmId id = ArmId.of(SUBSCRIPTION, "k8s", ArmTypes.VIRTUAL_NETWORK, "k8s-vnet").child("subnets", name);
        subnets.put(id, Optional.ofNullable(prefix)
                .map(range -> json("{\"properties\": {\"addressPrefix\": \"" + range + "\"}}")
                        .put("id", id.toString())));
    }

    public ObjectNode putIn(String group, String type, String name, String json) {
        ArmId id = ArmId.of(SUBSCRIPTION, group, type, name);
        ObjectNode resource = json(json).put("id", id.toString()).put("name", name).put("etag", "W/\"1\"");
        resources.put(id, resource);
        return resource;
    }

    public Map<ArmId, ObjectNode> resources() {
        return resources;
    }

    public void applyOne(Operation operation) {
        arm.apply(operation);
    }

    public ClusterState clusterState() {
        return clusterState(services);
    }

    private ClusterState clusterState(List<ServiceSpec> order) {
        Map<String, ServiceState> states = new HashMap<>();
        order.forEach(service -> states.put(service.uid(),
                new ServiceState(statusIps.get(service.uid()), Optional.of(namespaceLabels),
                        Optional.ofNullable(endpoints.get(service.key().name())))));
        return new ClusterState(order, states, nodes, departed, order.size());
    }

    public ObservedState observedState() {
        return new WorldState(resources, subnets).observe(services);
    }

    private static ArmId scaleSet() {
        return ArmId.of(SUBSCRIPTION, "k8s", ArmTypes.SCALE_SET, "vmss-a");
    }

    private static String nic() {
        return "{\"name\": \"nic\", \"properties\": {\"primary\": true, \"ipConfigurations\": "
                + "[{\"name\": \"ipconfig1\", \"properties\": {\"primary\": true, \"privateIPAddressVersion\": \"IPv4\"}}]}}";
    }

    public static ObjectNode json(String text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (com.fasterxml.jackson.core.JsonProcessingException wrong) {
            throw new IllegalArgumentException(wrong);
        }
    }
}
