package io.azureccm.e2e.azure.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A state without everything that differs between two runs or is filled in only by the server, so that it can be
 * compared with the result of another program. IDs are in lower case, lists sorted, allocated addresses named after
 * their owner; machines and interfaces are reduced to the pools they joined, networks omitted.
 */
public final class ComparableState {
    private static final Set<String> DROPPED = Set.of("etag", "resourceGuid", "provisioningState",
            "backendIPConfigurations", "ddosSettings", "defaultSecurityRules", "disableBgpRoutePropagation",
            "hasBgpOverride", "numberOfProbes", "alias");
    private static final Set<String> LEFT_OUT = Set.of("microsoft.network/virtualnetworks",
            "microsoft.compute/availabilitysets");

    private final Map<String, JsonNode> state;
    private final Map<String, String> addresses = new LinkedHashMap<>();

    private ComparableState(Map<String, JsonNode> state) {
        this.state = state;
    }

    /** Comparable forms by lower-case id below {@code /providers/}. */
    public static Map<String, JsonNode> of(Map<String, JsonNode> state) {
        return new ComparableState(state).all();
    }

    private Map<String, JsonNode> all() {
        state.values().forEach(this::nameAddresses);
        Map<String, JsonNode> comparable = new TreeMap<>();
        state.forEach((id, resource) -> {
            String type = Json.textOr(resource, "", "type").toLowerCase(Locale.ROOT);
            String key = id.toLowerCase(Locale.ROOT).replaceFirst(".*?/providers/", "");
            if (LEFT_OUT.contains(type)) {
                return;
            }
            if (type.startsWith("microsoft.compute/") || type.equals("microsoft.network/networkinterfaces")) {
                ArrayNode pools = pools(resource);
                if (!pools.isEmpty()) {
                    comparable.put(key, pools);
                }
                return;
            }
            comparable.put(key, resource(resource, type));
        });
        return comparable;
    }

    private void nameAddresses(JsonNode resource) {
        String name = Json.textOr(resource, "", "name");
        if (Json.textOr(resource, "", "type").equalsIgnoreCase("Microsoft.Network/publicIPAddresses")) {
            Json.text(resource, "properties", "ipAddress")
                    .ifPresent(address -> addresses.put(address, "<ip of " + name + ">"));
        }
        for (ObjectNode frontend : Json.objects(resource, "properties", "frontendIPConfigurations")) {
            boolean allocated = !"Static".equalsIgnoreCase(
                    Json.textOr(frontend, "", "properties", "privateIPAllocationMethod"));
            Json.text(frontend, "properties", "privateIPAddress")
                    .filter(address -> allocated)
                    .ifPresent(
                            address -> addresses.put(address,
                                    "<ip of frontend " + Json.textOr(frontend, "", "name") + ">"));
        }
    }

    private static ArrayNode pools(JsonNode resource) {
        Set<String> joined = new TreeSet<>();
        resource.findValues("loadBalancerBackendAddressPools")
                .forEach(pools -> pools.forEach(pool -> joined
                        .add(Json.textOr(pool, "", "id")
                                .toLowerCase(Locale.ROOT)
                                .replaceFirst(".*/loadbalancers/", ""))));
        ArrayNode array = Json.array();
        joined.forEach(array::add);
        return array;
    }

    private ObjectNode resource(JsonNode resource, String type) {
        ObjectNode copy = resource.deepCopy();
        if (copy.get("sku") instanceof ObjectNode sku) {
            sku.remove("tier");
        }
        ObjectNode properties = Json.properties(copy);
        if (!type.equals("microsoft.network/loadbalancers")) {
            properties.remove(List.of("subnets", "networkInterfaces"));
        }
        for (ObjectNode rule : Json.objects(properties, "loadBalancingRules")) {
            ObjectNode of = Json.properties(rule);
            if (of.has("backendAddressPool")) {
                of.remove("backendAddressPools");
            }
            if (!Json.isTrue(of, "enableTcpReset")) {
                of.remove("enableTcpReset");
            }
        }
        for (ObjectNode frontend : Json.objects(properties, "frontendIPConfigurations")) {
            if (Json.properties(frontend).get("subnet") instanceof ObjectNode subnet && !subnet.has("name")) {
                String id = Json.textOr(subnet, "", "id");
                subnet.put("name", id.substring(id.lastIndexOf('/') + 1));
            }
        }
        return (ObjectNode) normal(copy);
    }

    private JsonNode normal(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode result = Json.object();
            object.properties().forEach(entry -> {
                JsonNode value = entry.getValue();
                boolean empty = value.isNull() || value.isContainerNode() && value.isEmpty()
                        || value.isTextual() && value.asText().isEmpty();
                if (!empty && !DROPPED.contains(entry.getKey())) {
                    result.set(entry.getKey(), entry.getKey().equals("id")
                            ? TextNode.valueOf(value.asText().toLowerCase(Locale.ROOT))
                            : normal(value));
                }
            });
            return result;
        }
        if (node.isArray()) {
            List<JsonNode> items = new ArrayList<>();
            node.forEach(item -> items.add(normal(item)));
            ArrayNode sorted = Json.array();
            items.stream().sorted(java.util.Comparator.comparing(ComparableState::sortKey)).forEach(sorted::add);
            return sorted;
        }
        return node.isTextual() ? TextNode.valueOf(addresses.getOrDefault(node.asText(), node.asText())) : node;
    }

    /** The JSON text with sorted members, so that their order does not matter. */
    private static String sortKey(JsonNode node) {
        if (node instanceof ObjectNode object) {
            Map<String, String> members = new TreeMap<>();
            object.properties().forEach(entry -> members.put(entry.getKey(), sortKey(entry.getValue())));
            return members.toString();
        }
        return node.toString();
    }
}
