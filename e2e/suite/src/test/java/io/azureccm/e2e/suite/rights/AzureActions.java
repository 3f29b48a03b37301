package io.azureccm.e2e.suite.rights;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.core.ArmId;
import io.azureccm.e2e.azure.calls.CallRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The actions that Azure wants an identity to have for a call: that of the call itself, and for each resource that a body refers
 * to the action to join it.
 */
final class AzureActions {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> FILLED_BY_AZURE = Set.of("ipConfiguration", "subnets", "networkInterfaces",
            "backendIPConfigurations", "networkInterfaceIPConfiguration", "privateEndpointConnections",
            "virtualMachine");
    private static final Map<String, String> JOINS = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    static {
        for (String type : Set.of("publicIPAddresses", "publicIPPrefixes", "virtualNetworks/subnets",
                "networkSecurityGroups", "loadBalancers/backendAddressPools", "loadBalancers/frontendIPConfigurations",
                "loadBalancers/probes", "loadBalancers/inboundNatPools")) {
            JOINS.put("Microsoft.Network/" + type, "Microsoft.Network/" + type + "/join/action");
        }
        JOINS.put("Microsoft.Network/virtualNetworks", "Microsoft.Network/virtualNetworks/joinLoadBalancer/action");
    }

    private AzureActions() {}

    static Set<String> of(CallRecord call) {
        Set<String> actions = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        if (!call.isRead() && !call.isWrite())
            return actions;
        String type = qualified(call.type());
        switch (call.verb()) {
            case "GET", "LIST" -> actions.add(type + "/read");
            case "PUT" -> actions.add(type + "/write");
            case "DELETE" -> actions.add(type + "/delete");
            case "POST" -> actions.add(type + "/action");
            default -> throw new IllegalArgumentException("not known what Azure wants for " + call.line());
        }
        if (call.isRead() && call.query().contains("instanceView"))
            actions.add(type + "/instanceView/read");
        if (call.verb().equals("PUT") && !call.body().isEmpty())
            joins(call.target(), tree(call.body()), actions);
        return actions;
    }

    private static String qualified(String type) {
        if (type.equals("providers"))
            return "Microsoft.Resources/subscriptions/providers";
        if (type.equals("resourceGroups"))
            return "Microsoft.Resources/subscriptions/resourceGroups";
        boolean compute = type.startsWith("virtualMachine") || type.startsWith("availabilitySets");
        return (compute ? "Microsoft.Compute/" : "Microsoft.Network/") + type;
    }

    /** Nothing has to be joined that is a part of the resource itself, or that Azure fills in. */
    private static void joins(String target, JsonNode node, Set<String> into) {
        String id = node.path("id").asText();
        if (id.startsWith("/subscriptions/") && !id.regionMatches(true, 0, target, 0, target.length())) {
            String join = JOINS.get(ArmId.parse(id).type());
            if (join != null)
                into.add(join);
        }
        node.properties()
                .stream()
                .filter(field -> !FILLED_BY_AZURE.contains(field.getKey()))
                .forEach(field -> joins(target, field.getValue(), into));
        if (node.isArray())
            node.forEach(element -> joins(target, element, into));
    }

    private static JsonNode tree(String body) {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
