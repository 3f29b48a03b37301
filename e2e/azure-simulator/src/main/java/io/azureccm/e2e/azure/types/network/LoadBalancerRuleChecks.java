package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rules of a load balancer: their references, and conflicts between them. */
final class LoadBalancerRuleChecks {
    private LoadBalancerRuleChecks() {}

    static void all(Draft draft) {
        Set<String> parts = new HashSet<>();
        for (String segment : List.of("frontendIPConfigurations", "backendAddressPools", "probes"))
            LoadBalancerChecks.namesOf(draft.properties(), segment)
                    .forEach(name -> parts.add(ResourceId.key(draft.childId(segment, name))));
        Map<String, String> frontendPorts = new HashMap<>();
        Map<String, String> backendPorts = new HashMap<>();
        for (ObjectNode rule : Json.objects(draft.properties(), "loadBalancingRules")) {
            String name = Json.name(rule);
            ObjectNode of = Json.properties(rule);
            String id = draft.childId("loadBalancingRules", name);
            targets(of).forEach(target -> requirePart(parts, id, target));
            values(id, of);
            frontendConflict(frontendPorts, name, of);
            backendConflict(backendPorts, id, of);
        }
        for (String kind : List.of("outboundRules", "inboundNatRules")) {
            for (ObjectNode rule : Json.objects(draft.properties(), kind)) {
                String id = draft.childId(kind, rule);
                targets(Json.properties(rule)).forEach(target -> requirePart(parts, id, target));
            }
        }
        nicsInOtherBalancers(draft);
        rulesPerInterface(draft);
    }

    /** Every rule of every load balancer that sends to an IP configuration counts towards its limit. */
    private static void rulesPerInterface(Draft draft) {
        World world = draft.world();
        Map<String, Integer> perMember = new HashMap<>();
        for (ObjectNode rule : Json.objects(draft.properties(), "loadBalancingRules"))
            pool(Json.properties(rule)).ifPresent(pool -> LoadBalancers.members(world, pool)
                    .forEach(member -> perMember.merge(member, 1, Integer::sum)));
        perMember.forEach((member, own) -> {
            int others = otherPoolsOf(draft, member).stream().mapToInt(pool -> rulesTo(world, pool)).sum();
            world.within(Limits.Row.RULES_PER_IP_CONFIGURATION, own + others,
                    "LoadBalancingRulesPerIpConfigurationLimitReached", member);
        });
    }

    private static int rulesTo(World world, String pool) {
        return world.store()
                .get(ResourceId.require(pool).parent(1))
                .map(balancer -> (int) Json
                        .objects(balancer.properties(), "loadBalancingRules")
                        .stream()
                        .filter(rule -> pool(Json.properties(rule)).equals(Optional.of(ResourceId.key(pool))))
                        .count())
                .orElse(0);
    }

    static List<String> targets(ObjectNode rule) {
        return Json.ids(rule, "frontendIPConfiguration", "backendAddressPool", "probe", "frontendIPConfigurations",
                "backendAddressPools");
    }

    private static void requirePart(Set<String> parts, String from, String target) {
        if (!parts.contains(ResourceId.key(target)))
            throw ArmError.of("InvalidResourceReference", target, from);
    }

    private static void values(String id, ObjectNode rule) {
        int idle = Json.intOr(rule, 4, "idleTimeoutInMinutes");
        if (idle < 4 || idle > 100)
            throw ArmError.of("LoadBalancingRuleIdleTimeoutIsOutOfRange", idle, id);
        for (String port : List.of("frontendPort", "backendPort")) {
            int value = Json.intOr(rule, 0, port);
            if (value < 0 || value > 65_535)
                throw ArmError.of("InvalidPortNumber", port, value, id);
        }
        if (Json.text(rule, "frontendIPConfiguration", "id").isEmpty())
            throw ArmError.of("LoadBalancingRuleMustHaveFrontendIPConfiguration", id);
    }

    private static String protocol(ObjectNode rule) {
        return Json.textOr(rule, "Tcp", "protocol").toLowerCase(Locale.ROOT);
    }

    private static void frontendConflict(Map<String, String> taken, String name, ObjectNode rule) {
        String key = ResourceId.key(Json.textOr(rule, "", "frontendIPConfiguration", "id")) + " "
                + Json.intOr(rule, 0, "frontendPort") + " " + protocol(rule);
        String other = taken.put(key, name);
        if (other != null)
            throw ArmError.of("RulesUseSameFrontendPortProtocolAndFrontendIPConfig", other, name);
    }

    private static void backendConflict(Map<String, String> taken, String id, ObjectNode rule) {
        Optional<String> pool = pool(rule);
        if (pool.isEmpty() || Json.isTrue(rule, "enableFloatingIP"))
            return;
        String key = pool.get() + " " + Json.intOr(rule, 0, "backendPort") + " " + protocol(rule);
        String other = taken.put(key, id);
        if (other != null)
            throw ArmError.of("RulesUseSameBackendPortProtocolAndPool", other, id, Json.textOr(rule, "Tcp", "protocol"),
                    Json.intOr(rule, 0, "backendPort"), pool.get());
    }

    private static Optional<String> pool(ObjectNode rule) {
        return Json.ids(rule, "backendAddressPool", "backendAddressPools").stream().findFirst().map(ResourceId::key);
    }

    /** Two load balancers of the same kind must not use the same backend port of one interface. */
    private static void nicsInOtherBalancers(Draft draft) {
        boolean internal = isInternal(draft.properties());
        for (ObjectNode rule : Json.objects(draft.properties(), "loadBalancingRules")) {
            ObjectNode of = Json.properties(rule);
            Optional<String> pool = pool(of);
            if (pool.isEmpty() || Json.isTrue(of, "enableFloatingIP"))
                continue;
            for (String member : LoadBalancers.members(draft.world(), pool.get()))
                otherPoolsOf(draft, member).forEach(other -> refuseSameBackend(draft, internal, of, other, member));
        }
    }

    private static List<String> otherPoolsOf(Draft draft, String member) {
        return draft.world()
                .store()
                .from(ResourceId.require(member).owner())
                .stream()
                .filter(reference -> reference.from().equalsIgnoreCase(member))
                .map(reference -> reference.to())
                .filter(to -> ResourceId.key(to).contains("/backendaddresspools/"))
                .filter(to -> !ResourceId.key(to).startsWith(draft.id().key() + "/"))
                .toList();
    }

    private static void refuseSameBackend(Draft draft, boolean internal, ObjectNode rule, String pool, String member) {
        draft.world()
                .store()
                .get(ResourceId.require(pool).parent(1))
                .filter(other -> isInternal(other.properties()) == internal)
                .ifPresent(other -> Json.objects(other.properties(), "loadBalancingRules").forEach(theirs -> {
                    ObjectNode their = Json.properties(theirs);
                    if (!Json.isTrue(their, "enableFloatingIP") && pool(their).equals(Optional.of(ResourceId.key(pool)))
                            && Json.intOr(their, 0, "backendPort") == Json.intOr(rule, 0, "backendPort")
                            && protocol(their).equals(protocol(rule)))
                        throw sameBackend(draft.id().text(), other.id().text(), member);
                }));
    }

    private static ArmError sameBackend(String one, String other, String member) {
        boolean instance = ResourceId.require(member).isOfScaleSet();
        return ArmError.of(instance
                ? "RulesOfSameLoadBalancerTypeUseSameBackendPortProtocolAndVmssIPConfig"
                : "RulesOfSameLoadBalancerTypeUseSameBackendPortProtocolAndIPConfig", one, other, member);
    }

    private static boolean isInternal(ObjectNode properties) {
        return Json.objects(properties, "frontendIPConfigurations")
                .stream()
                .anyMatch(frontend -> Json.text(frontend, "properties", "subnet", "id").isPresent());
    }
}
