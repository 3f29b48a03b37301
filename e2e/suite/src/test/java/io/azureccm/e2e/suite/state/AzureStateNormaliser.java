package io.azureccm.e2e.suite.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Brings what is in ARM into a form that is equal for equal outcomes: ids in lower case, UIDs and allocated addresses by name,
 * lists sorted, what only ARM decides left out; machines and interfaces reduced to the backend pools they joined. The result
 * maps the lower-case id below {@code /providers/} to the resource, which always has {@code properties}.
 */
public final class AzureStateNormaliser {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Set<String> LEFT_OUT = Set.of("etag", "resourceGuid", "provisioningState",
            "backendIPConfigurations", "alias");
    private static final String NETWORK = "microsoft.network/";
    private static final Set<String> WHOLE_TYPES = Set.of("loadbalancers", "publicipaddresses", "publicipprefixes",
            "networksecuritygroups", "routetables", "privatelinkservices");

    private final UidNames uids;

    public AzureStateNormaliser(UidNames uids) {
        this.uids = uids;
    }

    /** Takes complete resources as ARM shows them; children that ARM lists on their own are ignored. */
    public ObjectNode normalise(Collection<? extends JsonNode> resources) {
        AllocatedAddresses addresses = new AllocatedAddresses(resources, uids);
        Map<String, JsonNode> states = new TreeMap<>();
        for (JsonNode resource : resources) {
            String id = uids.apply(resource.path("id").asText().toLowerCase(Locale.ROOT));
            String key = id.substring(id.indexOf("/providers/") + "/providers/".length());
            String[] segments = key.split("/");
            if (key.startsWith(NETWORK) && segments.length == 3 && WHOLE_TYPES.contains(segments[1])) {
                ObjectNode state = (ObjectNode) clean("", resource, addresses);
                if (!state.has("properties")) {
                    state.putObject("properties");
                }
                states.put(key, state);
            } else if (isMachineOrInterface(key, segments)) {
                Set<String> pools = new TreeSet<>();
                collectPools(resource, pools);
                if (!pools.isEmpty()) {
                    ArrayNode list = NODES.arrayNode();
                    pools.forEach(list::add);
                    states.put(key, list);
                }
            }
        }
        ObjectNode result = NODES.objectNode();
        states.forEach(result::set);
        return result;
    }

    /** The same form for a state that is already one: changes nothing but the order of keys. */
    public ObjectNode renormalise(ObjectNode state) {
        List<JsonNode> whole = new ArrayList<>();
        ObjectNode result = NODES.objectNode();
        state.properties().forEach(entry -> {
            if (entry.getValue().isObject()) {
                whole.add(entry.getValue());
            } else {
                result.set(entry.getKey(), entry.getValue());
            }
        });
        result.setAll(normalise(whole));
        return result;
    }

    private static boolean isMachineOrInterface(String key, String[] segments) {
        return switch (segments.length) {
            case 3 -> key.startsWith(NETWORK + "networkinterfaces/") || key.startsWith("microsoft.compute/");
            case 5 -> key.startsWith("microsoft.compute/virtualmachinescalesets/")
                    && segments[3].equals("virtualmachines");
            default -> false;
        };
    }

    private JsonNode clean(String key, JsonNode value, AllocatedAddresses addresses) {
        if (value.isObject() && value.has("id") && ArmFilled.isReference(key)) {
            return NODES.objectNode().set("id", clean("id", value.get("id"), addresses));
        }
        if (value.isObject()) {
            ObjectNode object = NODES.objectNode();
            value.properties().stream().sorted(Map.Entry.comparingByKey()).forEach(entry -> {
                if (!LEFT_OUT.contains(entry.getKey())
                        && !ArmFilled.isFilledIn(entry.getKey(), entry.getValue())) {
                    JsonNode cleaned = clean(entry.getKey(), entry.getValue(), addresses);
                    if (!isEmpty(cleaned)) {
                        object.set(entry.getKey(), cleaned);
                    }
                }
            });
            return object;
        }
        if (value.isArray()) {
            List<JsonNode> elements = new ArrayList<>();
            value.forEach(element -> elements.add(clean(key, element, addresses)));
            elements.sort(JsonOrder.BY_TEXT);
            return NODES.arrayNode().addAll(elements);
        }
        if (value.isTextual()) {
            String text = value.asText();
            String plain = key.equals("id") ? text.toLowerCase(Locale.ROOT) : text;
            return TextNode.valueOf(uids.apply(addresses.apply(plain)));
        }
        return value;
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isNull() || (value.isContainerNode() && value.isEmpty())
                || (value.isTextual() && value.asText().isEmpty());
    }

    private void collectPools(JsonNode node, Set<String> pools) {
        if (node.isObject() && node.has("loadBalancerBackendAddressPools")) {
            for (JsonNode pool : node.get("loadBalancerBackendAddressPools")) {
                String id = uids.apply(pool.path("id").asText().toLowerCase(Locale.ROOT));
                pools.add(id.substring(id.indexOf("/loadbalancers/") + "/loadbalancers/".length()));
            }
        }
        node.forEach(child -> collectPools(child, pools));
    }
}
