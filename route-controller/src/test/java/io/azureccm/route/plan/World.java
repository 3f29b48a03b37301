package io.azureccm.route.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Orphan;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.common.net.Cidr;
import io.azureccm.route.observed.MachineAddresses;
import io.azureccm.route.observed.NetworkRanges;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.spec.ClusterState;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.spec.NodeFacts.Care;
import io.azureccm.route.spec.NodeFacts.Provider;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A route table and nodes as values. Applying a plan replaces the table, so that tests can plan again. */
final class World {
    static final String SUBSCRIPTION = "00000000-0000-0000-0000-000000000001";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, NodeFacts> nodes = new TreeMap<>();
    private final Map<String, String> config = new LinkedHashMap<>();
    private final List<Cidr> ranges = new ArrayList<>();
    private Optional<ObjectNode> table = Optional.empty();
    private final Map<String, MachineAddresses> machines = new TreeMap<>();
    private int age;
    private Optional<NetworkRanges> network = Optional.empty();
    private final Map<String, Constraints.Withheld> withheld = new HashMap<>();

    World() {
        config.put("subscriptionId", SUBSCRIPTION);
        config.put("resourceGroup", "k8s");
        config.put("location", "eastus");
        config.put("routeTableName", "k8s-rt");
        config.put("useManagedIdentityExtension", "true");
        range("10.244.0.0/16");
        table(List.of());
    }

    World with(String key, String value) {
        config.put(key, value);
        return this;
    }

    World range(String range) {
        ranges.add(Cidr.parse(range).orElseThrow());
        return this;
    }

    World noTable() {
        table = Optional.empty();
        return this;
    }

    /** A table with these routes, each as {@code name prefix type [next hop]}. */
    World table(List<String> routes) {
        ObjectNode json = JSON.createObjectNode()
                .put("id", id().toString())
                .put("name", "k8s-rt")
                .put("location", "eastus")
                .put("etag", "W/\"1\"");
        json.putObject("properties").put("disableBgpRoutePropagation", true).putArray("routes");
        table = Optional.of(json);
        routes.forEach(this::route);
        return this;
    }

    World route(String text) {
        String[] parts = text.split(" ");
        ObjectNode route = JSON.createObjectNode().put("name", parts[0]).put("etag", "W/\"1\"");
        ObjectNode properties = route.putObject("properties")
                .put("addressPrefix", parts[1])
                .put("nextHopType", parts[2])
                .put("hasBgpOverride", false);
        if (parts.length > 3)
            properties.put("nextHopIpAddress", parts[3]);
        table.orElseThrow().withObjectProperty("properties").withArrayProperty("routes").add(route);
        return this;
    }

    World node(String name, String address, String... podCidrs) {
        return node(name, address.isEmpty() ? List.of() : List.of(address.split(",")), Care.OURS, podCidrs);
    }

    World node(String name, List<String> addresses, Care care, String... podCidrs) {
        Provider provider = addresses.isEmpty()
                ? Provider.NONE
                : Provider.of("azure://" + ArmId.of(SUBSCRIPTION, "k8s", ArmTypes.VIRTUAL_MACHINE, name));
        return node(name, addresses, provider, care, podCidrs);
    }

    /** A node whose machine is in another cloud. */
    World nodeElsewhere(String name, String providerId, String address, String... podCidrs) {
        return node(name, List.of(address), Provider.of(providerId), Care.ELSEWHERE, podCidrs);
    }

    /** A node that is not initialised yet, but has an address of its kubelet. */
    World nodeWithoutProvider(String name, String address, String... podCidrs) {
        return node(name, List.of(address), Provider.NONE, Care.OURS, podCidrs);
    }

    private World node(String name, List<String> addresses, Provider provider, Care care, String... podCidrs) {
        String created = nodes.containsKey(name)
                ? nodes.get(name).created()
                : "2026-01-01T00:00:%02dZ".formatted(age++ % 60);
        nodes.put(name, new NodeFacts(name, "uid-" + name, created, List.of(podCidrs), addresses, provider, care));
        return this;
    }

    /** The ranges of the virtual network, read because of these addresses of nodes. */
    World network(String range, String... doubted) {
        network = Optional.of(new NetworkRanges(Set.of("vnet"), List.of(Cidr.parse(range).orElseThrow()),
                Set.of(doubted), Instant.EPOCH));
        return this;
    }

    World machine(String node, String problem, String... addresses) {
        machines.put(node, new MachineAddresses(List.of(addresses), problem));
        return this;
    }

    /** Azure has refused the routes of a node, or the tags; {@code brief}: they are tried again within seconds. */
    World withhold(String node, boolean brief) {
        withheld.put(node, new Constraints.Withheld(RouteReason.REJECTED, "no", brief));
        return this;
    }

    World left(String name) {
        nodes.remove(name);
        return this;
    }

    List<NodeFacts> nodes() {
        return List.copyOf(nodes.values());
    }

    Optional<ObjectNode> table() {
        return table.map(ObjectNode::deepCopy);
    }

    void change(java.util.function.Consumer<ObjectNode> edit) {
        edit.accept(table.orElseThrow());
    }

    /** The routes as {@code name prefix type [next hop]}, in their order. */
    List<String> routes() {
        List<String> shown = new ArrayList<>();
        for (JsonNode route : table.orElseThrow().path("properties").path("routes")) {
            JsonNode properties = route.path("properties");
            shown.add((route.path("name").asText() + " " + properties.path("addressPrefix").asText() + " "
                    + properties.path("nextHopType").asText() + " " + properties.path("nextHopIpAddress").asText())
                    .strip());
        }
        return shown;
    }

    RoutePlan plan() {
        return plan(nodes());
    }

    RoutePlan plan(List<NodeFacts> order) {
        return plan(order, LastKnownGood.NOTHING);
    }

    /** The plan of a leader that remembers the last state in place. */
    RoutePlan plan(LastKnownGood memory) {
        return plan(nodes(), memory);
    }

    private RoutePlan plan(List<NodeFacts> order, LastKnownGood lastKnownGood) {
        return new RoutePlanner(settings()).plan(
                new ObservedState(table(), 0, machines, network),
                new ClusterState(order, 0), lastKnownGood, RemovalMemory.NONE,
                new Constraints(withheld, PlannerSettings.EXPECTED_ROUTES));
    }

    /** The plan after these nodes were deleted, while those cannot be read. */
    RoutePlan plan(Set<String> deleted, Set<String> unreadable) {
        return new RoutePlanner(settings()).plan(
                new ObservedState(table(), 0, machines, network),
                new ClusterState(nodes(), 0, deleted, unreadable), LastKnownGood.NOTHING);
    }

    List<Orphan> orphans() {
        return new OrphanAudit(settings()).audit(
                new ObservedState(table(), 0, machines, network),
                new ClusterState(nodes(), 0));
    }

    PlannedNode node(String node) {
        return plan().nodes().stream().filter(each -> each.node().name().equals(node)).findFirst().orElseThrow();
    }

    /** Plans and applies until there is nothing left to do; returns the plans that changed something. */
    List<Plan> converge() {
        List<Plan> plans = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            Plan plan = plan().plan();
            if (plan.isEmpty())
                return plans;
            plans.add(plan);
            apply(plan, plans.size() + 1);
        }
        throw new AssertionError("does not settle: " + plan().plan());
    }

    void apply(Plan plan, int version) {
        plan.operations().forEach(operation -> {
            ObjectNode body = operation.body().put("id", id().toString()).put("etag", "W/\"" + version + "\"");
            body.withObjectProperty("properties").remove("provisioningState");
            table = Optional.of(body);
        });
    }

    static ObjectNode json(String text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (IOException wrong) {
            throw new IllegalArgumentException(wrong);
        }
    }

    PlannerSettings settings() {
        return new PlannerSettings(cloud(), ranges);
    }

    private CloudConfig cloud() {
        StringBuilder yaml = new StringBuilder();
        config.forEach((key, value) -> yaml.append(key).append(": ").append(value).append('\n'));
        return switch (CloudConfigParser.parse(new ConfigLayer("azure.json", yaml.toString()), Map.of())) {
            case ParsedCloudConfig.Accepted accepted -> accepted.config();
            case ParsedCloudConfig.Rejected rejected -> throw new IllegalArgumentException(rejected.toString());
        };
    }

    private static ArmId id() {
        return ArmId.of(SUBSCRIPTION, "k8s", ArmTypes.ROUTE_TABLE, "k8s-rt");

    }
}
