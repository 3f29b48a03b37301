package io.azureccm.e2e.azure.flows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where load balancers send new TCP flows, for IP-based pools: to a member whose admin state is Up, never to one that
 * is Down, and otherwise to a member until its probe has failed as often in a row as configured. A flow is identified
 * by a number.
 */
public final class NewFlows {
    private final Function<String, Optional<JsonNode>> resources;
    private final ProbeAnswers probes;

    /** {@code resources}: by ID, as returned by a GET. */
    public NewFlows(Function<String, Optional<JsonNode>> resources, ProbeAnswers probes) {
        this.resources = resources;
        this.probes = probes;
    }

    /** The address that a new flow to this port of the load balancer reaches; empty if there is no member for it. */
    public Optional<String> open(String loadBalancer, int port, long flow) {
        List<String> members = members(loadBalancer, port, true);
        return members.isEmpty()
                ? Optional.empty()
                : Optional.of(members.get((int) (spread(flow) % members.size())));
    }

    /**
     * Whether an existing flow to an address continues: it does while the address is in the pool, whatever its admin
     * state and probe.
     */
    public boolean goesOn(String loadBalancer, int port, String address) {
        return members(loadBalancer, port, false).contains(address);
    }

    private List<String> members(String loadBalancer, int port, boolean takingNew) {
        List<String> members = new ArrayList<>();
        JsonNode balancer = resources.apply(loadBalancer).orElse(Json.object());
        for (ObjectNode rule : Json.objects(balancer, "properties", "loadBalancingRules")) {
            if (Json.intOr(rule, 0, "properties", "frontendPort") != port)
                continue;
            Optional<ObjectNode> probe = named(balancer, "probes", Json.textOr(rule, "", "properties", "probe", "id"));
            for (ObjectNode pool : Json.objects(rule, "properties", "backendAddressPools"))
                named(balancer, "backendAddressPools", Json.textOr(pool, "", "id"))
                        .ifPresent(each -> Json.objects(each, "properties", "loadBalancerBackendAddresses")
                                .stream()
                                .filter(member -> !Json.textOr(member, "", "properties", "ipAddress").isEmpty())
                                .filter(member -> !takingNew || takes(member, probe))
                                .forEach(member -> members.add(Json.textOr(member, "", "properties", "ipAddress"))));
        }
        return members;
    }

    private boolean takes(ObjectNode member, Optional<ObjectNode> probe) {
        String address = Json.textOr(member, "", "properties", "ipAddress");
        // The admin state has no effect without a probe.
        if (probe.isEmpty())
            return true;
        return switch (Json.textOr(member, "None", "properties", "adminState")) {
            case "Up" -> true;
            case "Down", "Drain" -> false;
            default -> probes.isUp(address, probe.get());
        };
    }

    private static Optional<ObjectNode> named(JsonNode balancer, String array, String id) {
        return Json.named(balancer, ResourceId.lastName(id), "properties", array);
    }

    /** Consecutive numbers map to members that are far apart, like a hash of the connection. */
    private static long spread(long flow) {
        long mixed = (flow + 1) * 0x9E3779B97F4A7C15L;
        return (mixed ^ mixed >>> 29) >>> 1;
    }
}
