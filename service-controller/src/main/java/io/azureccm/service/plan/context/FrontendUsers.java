package io.azureccm.service.plan.context;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.service.model.ArmJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Finds what on a load balancer refers to a frontend. */
public final class FrontendUsers {
    private static final Map<String, String> KINDS = new LinkedHashMap<>();

    static {
        KINDS.put("loadBalancingRules", "load balancing rule");
        KINDS.put("outboundRules", "outbound rule");
        KINDS.put("inboundNatRules", "inbound NAT rule");
        KINDS.put("inboundNatPools", "inbound NAT pool");
    }

    /** One element that refers to a frontend. */
    public record Use(String property, String name) {
        public boolean isRule() {
            return property.equals("loadBalancingRules");
        }

        @Override
        public String toString() {
            return KINDS.get(property) + " " + name;
        }
    }

    private final ObjectNode balancer;
    private Map<String, List<Use>> uses;

    private FrontendUsers(ObjectNode balancer) {
        this.balancer = balancer;
    }

    /** {@code balancer}: null is one that is not there. */
    public static FrontendUsers on(ObjectNode balancer) {
        return new FrontendUsers(balancer);
    }

    public List<Use> of(String frontend) {
        if (uses == null)
            uses = byFrontend(balancer);
        return uses.getOrDefault(frontend.toLowerCase(Locale.ROOT), List.of());
    }

    private static Map<String, List<Use>> byFrontend(ObjectNode balancer) {
        Map<String, List<Use>> uses = new HashMap<>();
        for (String property : KINDS.keySet()) {
            for (ObjectNode element : ArmJson.list(balancer, "properties", property)) {
                Use use = new Use(property, ArmJson.name(element));
                Set.copyOf(references(element))
                        .forEach(name -> uses.computeIfAbsent(name, none -> new ArrayList<>()).add(use));
            }
        }
        return uses;
    }

    /** The names, in lower case, of the frontends that a rule refers to. */
    public static List<String> references(ObjectNode rule) {
        List<String> names = new ArrayList<>();
        names.add(name(ArmJson.text(rule, "properties", "frontendIPConfiguration", "id")));
        ArmJson.list(rule, "properties", "frontendIPConfigurations")
                .forEach(reference -> names.add(name(ArmJson.text(reference, "id"))));
        names.removeIf(String::isEmpty);
        return names;
    }

    private static String name(String id) {
        return id.substring(id.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    }
}
