package io.azureccm.e2e.suite.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Reduces a Service to what a load balancer controller decides about it: finalizers, addresses in the status
 * in their order, and its type.
 */
public final class ServiceStateNormaliser {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final AllocatedAddresses addresses;

    public ServiceStateNormaliser(AllocatedAddresses addresses) {
        this.addresses = addresses;
    }

    /** Takes a Service as the API server shows it, or null when it is gone. */
    public JsonNode normalise(JsonNode service) {
        if (service == null) {
            return NODES.nullNode();
        }
        ObjectNode state = NODES.objectNode();
        state.set("finalizers", sorted(service.path("metadata").path("finalizers")));
        List<JsonNode> ingress = new ArrayList<>();
        for (JsonNode entry : service.path("status").path("loadBalancer").path("ingress")) {
            ObjectNode point = NODES.objectNode();
            entry.properties().stream().sorted(java.util.Map.Entry.comparingByKey()).forEach(field -> {
                if (field.getKey().equals("ip")) {
                    point.put("ip", addresses.apply(field.getValue().asText()));
                } else {
                    point.set(field.getKey(), field.getValue());
                }
            });
            ingress.add(point);
        }
        state.set("ingress", NODES.arrayNode().addAll(ingress));
        state.set("type", service.path("spec").path("type"));
        return state;
    }

    private static ArrayNode sorted(JsonNode list) {
        List<JsonNode> elements = new ArrayList<>();
        list.forEach(elements::add);
        elements.sort(JsonOrder.BY_TEXT);
        return NODES.arrayNode().addAll(elements);
    }
}
