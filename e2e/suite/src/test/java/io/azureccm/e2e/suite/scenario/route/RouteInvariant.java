package io.azureccm.e2e.suite.scenario.route;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.route.status.ConditionWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

/** Holds a route controller to what the condition of a node says: at the moment it is written, Azure leads to the node. */
public final class RouteInvariant {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final AzureSimulator azure;
    private final String table;
    private final List<String> broken = new CopyOnWriteArrayList<>();

    public RouteInvariant(AzureSimulator azure, String table) {
        this.azure = azure;
        this.table = table;
    }

    List<String> broken() {
        return List.copyOf(broken);
    }

    ConditionWriter around(ConditionWriter writer) {
        return (node, conditions) -> {
            JsonNode shown = JSON.valueToTree(node);
            if (conditions.isConnected() && isManaged(shown) && !saysConnected(shown))
                broken.addAll(problems(shown));
            if (conditions.routed().filter(routed -> !routed.isProblem()).isPresent() && isManaged(shown))
                broken.addAll(problems(shown));
            writer.write(node, conditions);
        };
    }

    /** What the table lacks for a node, as lines; empty when every range of pods leads to it. */
    public List<String> problems(JsonNode node) {
        List<String> problems = new ArrayList<>();
        JsonNode there = azure.resource(table).orElse(JSON.createObjectNode());
        if (there.at("/properties/provisioningState").asText("Succeeded").equals("Failed"))
            problems.add("the table has failed");
        Set<String> routes = new TreeSet<>();
        there.path("properties").path("routes").forEach(route -> routes.add(text(route)));
        wanted(node).stream()
                .filter(route -> !routes.contains(route))
                .forEach(route -> problems.add(node.at("/metadata/name").asText() + " has no route " + route));
        return problems;
    }

    /** What table and conditions are not as the nodes ask, {@code foreign} being all routes that are not for nodes. */
    List<String> problems(Map<String, JsonNode> nodes, Collection<String> routes, List<String> foreign) {
        Set<String> wanted = new TreeSet<>(foreign);
        List<String> problems = new ArrayList<>();
        nodes.forEach((name, node) -> {
            boolean hasRange = !node.at("/spec/podCIDRs").isEmpty();
            String condition = condition(node);
            if (isManaged(node)) {
                wanted.addAll(wanted(node));
                problems.addAll(problems(node));
            }
            if (hasRange && !condition.equals("False RouteCreated") || !hasRange && condition.startsWith("False"))
                problems.add(name + " says \"" + condition + "\"");
        });
        Set<String> found = new TreeSet<>(routes);
        found.removeAll(wanted);
        found.forEach(route -> problems.add("not wanted: " + route));
        return problems;
    }

    /** The routes of a node as {@code name prefix type hop}; one without an address of the family is not wanted. */
    public static List<String> wanted(JsonNode node) {
        List<String> wanted = new ArrayList<>();
        node.at("/spec/podCIDRs").forEach(range -> {
            String podCidr = range.asText();
            String hop = address(node, podCidr.contains(":"));
            if (!hop.isEmpty())
                wanted.add(node.at("/metadata/name").asText() + "____" + podCidr.replaceAll("[:./]", "") + " " + podCidr
                        + " VirtualAppliance " + hop);
        });
        return wanted;
    }

    public static String text(JsonNode route) {
        JsonNode properties = route.path("properties");
        return route.path("name").asText() + " " + properties.path("addressPrefix").asText() + " "
                + properties.path("nextHopType").asText() + " " + properties.path("nextHopIpAddress").asText();
    }

    public static boolean isManaged(JsonNode node) {
        return !node.at("/metadata/labels/kubernetes.azure.com~1managed").asText().equals("false");
    }

    /** The status of the condition, "" when there is none. */
    public static String condition(JsonNode node) {
        for (JsonNode condition : node.at("/status/conditions")) {
            if (condition.path("type").asText().equals("NetworkUnavailable"))
                return condition.path("status").asText() + " " + condition.path("reason").asText();
        }
        return "";
    }

    private static boolean saysConnected(JsonNode node) {
        return condition(node).equals("False RouteCreated");
    }

    private static String address(JsonNode node, boolean ipv6) {
        for (JsonNode address : node.at("/status/addresses")) {
            String text = address.path("address").asText();
            if (address.path("type").asText().equals("InternalIP") && text.contains(":") == ipv6)
                return text;
        }
        return "";
    }
}
