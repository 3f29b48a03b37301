package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The resources in Azure, and the nodes: a scale set "vmss-a" with its machines, other machines on request, a network, a security group.
 * Returned resources are live and may be modified.
 */
public abstract class WorldResources {
    public static final String SUBSCRIPTION = "00000000-0000-0000-0000-000000000001";
    private static final ObjectMapper JSON = new ObjectMapper();

    final Map<ArmId, ObjectNode> resources = new TreeMap<>();
    final Map<ArmId, Optional<ObjectNode>> subnets = new HashMap<>();
    final List<NodeFacts> nodes = new ArrayList<>();
    final Set<ArmId> departed = new TreeSet<>();

    WorldResources() {
        subnet("k8s-subnet", "10.240.0.0/16");
        put(ArmTypes.SECURITY_GROUP, "k8s-nsg", "{\"properties\": {\"securityRules\": []}}");
        scaleSet("vmss-a", "Uniform");
    }

    public Map<ArmId, ObjectNode> resources() {
        return resources;
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

    public ObjectNode putIn(String group, String type, String name, String json) {
        ArmId id = ArmId.of(SUBSCRIPTION, group, type, name);
        ObjectNode resource = json(json).put("id", id.toString()).put("name", name).put("etag", "W/\"1\"");
        resources.put(id, resource);
        return resource;
    }

    /** A subnet of the cluster's network; without a prefix one that does not exist. */
    public void subnet(String name, String prefix) {
        ArmId id = ArmId.of(SUBSCRIPTION, "k8s", ArmTypes.VIRTUAL_NETWORK, "k8s-vnet").child("subnets", name);
        subnets.put(id, Optional.ofNullable(prefix)
                .map(range -> json("{\"properties\": {\"addressPrefix\": \"" + range + "\"}}")
                        .put("id", id.toString())));
    }

    /** The live body of the subnet. */
    public ObjectNode subnetBody(String name) {
        return subnets.entrySet()
                .stream()
                .filter(entry -> entry.getKey().name().equals(name))
                .map(entry -> entry.getValue().orElseThrow())
                .findFirst()
                .orElseThrow();
    }

    /** A scale set without machines; {@code orchestration} is Uniform or Flexible. */
    public ObjectNode scaleSet(String name, String orchestration) {
        return put(ArmTypes.SCALE_SET, name, "{\"properties\": {\"orchestrationMode\": \"" + orchestration
                + "\", \"virtualMachineProfile\": {\"networkProfile\": {\"networkInterfaceConfigurations\": ["
                + nic() + "]}}}}");
    }

    public void machine(int index) {
        ArmId id = scaleSet().child("virtualMachines", String.valueOf(index));
        resources.put(id, json("{\"etag\": \"\\\"1\\\"\", \"properties\": {\"networkProfileConfiguration\": "
                + "{\"networkInterfaceConfigurations\": [" + nic() + "]}}}").put("id", id.toString()));
        node(new NodeFacts("vmss-a00000" + index, Optional.of(id), List.of("10.240.0." + (10 + index)), false, false,
                false, Map.of(), DrainFacts.NONE));
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
                Map.of(), DrainFacts.NONE));
    }

    public void node(NodeFacts facts) {
        facts.machine().ifPresent(departed::remove);
        nodes.removeIf(node -> node.name().equals(facts.name()));
        nodes.add(facts);
    }

    /** A node on a machine of another scale set, for pools that contain nodes by address. */
    public void node(String scaleSet, int index, Map<String, String> labels) {
        ArmId machine = ArmId.of(SUBSCRIPTION, "k8s", ArmTypes.SCALE_SET, scaleSet)
                .child("virtualMachines", "" + index);
        String subnet = "10.240." + (Math.abs(scaleSet.hashCode()) % 50 + 2) + ".";
        node(new NodeFacts(scaleSet + "00000" + index, Optional.of(machine), List.of(subnet + (10 + index)), false,
                false, false, labels, DrainFacts.NONE));
    }

    public NodeFacts node(int index) {
        return node("vmss-a00000" + index);
    }

    public NodeFacts node(String name) {
        return nodes.stream().filter(node -> node.name().equals(name)).findFirst().orElseThrow();
    }

    /** Removes the node as if the controller had never known it. */
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

    /** Excludes each node at random. */
    void excludeSome(Random random) {
        nodes.replaceAll(node -> new NodeFacts(node.name(), node.machine(), node.internalIps(), random.nextBoolean(),
                false, false, Map.of(), DrainFacts.NONE));
    }

    /** Removes any node, unless it is the last. */
    void someNodeLeaves(Random random) {
        if (nodes.size() > 1)
            nodeLeft(nodes.get(random.nextInt(nodes.size())).name());
    }

    public static ArmId id(String type, String name) {
        return ArmId.of(SUBSCRIPTION, "k8s", type, name);
    }

    public static ObjectNode json(String text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (com.fasterxml.jackson.core.JsonProcessingException wrong) {
            throw new IllegalArgumentException(wrong);
        }
    }

    private static ArmId scaleSet() {
        return ArmId.of(SUBSCRIPTION, "k8s", ArmTypes.SCALE_SET, "vmss-a");
    }

    private static String nic() {
        return "{\"name\": \"nic\", \"properties\": {\"primary\": true, \"ipConfigurations\": "
                + "[{\"name\": \"ipconfig1\", \"properties\": {\"primary\": true, \"privateIPAddressVersion\": \"IPv4\"}}]}}";
    }
}
