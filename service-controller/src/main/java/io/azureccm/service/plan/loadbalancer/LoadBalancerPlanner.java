package io.azureccm.service.plan.loadbalancer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.common.core.diff.DiffRules;
import io.azureccm.common.core.diff.Differ;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ExtendedLocations;
import io.azureccm.service.plan.context.FrontendUsers;
import io.azureccm.service.plan.context.KnownServices;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.SkuChange;
import io.azureccm.service.plan.pool.PoolPlanner;
import io.azureccm.service.plan.privatelink.HeldFrontends;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Puts together one load balancer as it should be: what is foreign stays as it is, byte for byte; what belongs to a Service
 * that cannot be planned stays too; the rest is what the planned Services ask for.
 */
public final class LoadBalancerPlanner {
    public static final DiffRules RULES = DiffRules.NONE.caseless("protocol", "requestPath", "loadDistribution")
            .absentIs("enableTcpReset", false)
            .absentIs("disableOutboundSnat", false);
    private static final Set<String> PLANNED = Set.of("frontendIPConfigurations", "backendAddressPools",
            "loadBalancingRules", "probes");

    /** What the planned Services ask of one load balancer. */
    record Desired(List<FrontendModel> frontends, List<ObjectNode> rules, Map<String, ObjectNode> probes,
            Set<String> pools) {
        static Desired empty() {
            return new Desired(new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>(), new TreeSet<>());
        }

        /** The same, with rules and probes as they are where they fit as they are. */
        Desired on(ObjectNode observed) {
            Map<String, ObjectNode> fittedProbes = new LinkedHashMap<>();
            fitted(observed, "probes", probes.values(), LoadBalancerPlanner::isSameProbe)
                    .forEach(probe -> fittedProbes.put(fold(ArmJson.name(probe)), probe));
            return new Desired(frontends,
                    fitted(observed, "loadBalancingRules", rules, LoadBalancerPlanner::isSameRule),
                    fittedProbes, pools);
        }
    }

    private final PlannerSettings settings;
    private final ObservedState observedState;
    private final KnownServices known;
    private final HeldFrontends held;

    LoadBalancerPlanner(PlannerSettings settings, ObservedState observedState, KnownServices known,
            HeldFrontends held) {
        this.settings = settings;
        this.observedState = observedState;
        this.known = known;
        this.held = held;
    }

    /** True when there is to be such a load balancer: a frontend is left on it, or {@code awaited}. */
    boolean remains(ArmId id, Desired content, boolean awaited) {
        ObjectNode observed = observedState.loadBalancer(id).orElse(null);
        return remains(id, observed, awaited, frontends(id, observed, content, rules(id, observed, content)));
    }

    private boolean remains(ArmId id, ObjectNode observed, boolean awaited, List<ObjectNode> frontends) {
        return !SkuChange.isDue(settings, observed, known)
                && (!frontends.isEmpty() || observed != null && (awaited || settings.isPreconfigured(id)));
    }

    /** The whole load balancer; null when no frontend is left and none is {@code awaited}: it is not to exist. */
    ObjectNode plan(ArmId id, Desired content, boolean awaited, PoolPlanner pools) {
        ObjectNode observed = observedState.loadBalancer(id).orElse(null);
        ObjectNode desired = observed == null ? created() : ArmJson.copyWithout(observed, PLANNED);
        ObjectNode properties = ArmJson.properties(desired);
        List<ObjectNode> frontends = frontends(id, observed, content, rules(id, observed, content));
        List<ObjectNode> rules = rules(id, observed, content);
        if (!remains(id, observed, awaited, frontends))
            return null;
        properties.set("frontendIPConfigurations", ArmJson.array(frontends));
        properties.set("backendAddressPools", ArmJson.array(pools.plan(id, observed, content.pools(), rules)));
        properties.set("loadBalancingRules", ArmJson.array(rules));
        properties.set("probes", ArmJson.array(probes(observed, content, rules)));
        Map<String, String> tags = ResourceTags.reconcile(ResourceTags.of(desired),
                settings.cloud().placement().tags().tags(),
                String.join(",", settings.cloud().placement().tags().systemTags()));
        ResourceTags.put(desired, settings.isPreconfigured(id)
                ? tags
                : new LoadBalancersAwaitingFrontends(settings).mark(observed, desired, tags));
        return desired;
    }

    private ObjectNode created() {
        ObjectNode balancer = ArmJson.object().put("location", settings.cloud().location());
        if (settings.cloud().loadBalancer().standard())
            balancer.putObject("sku").put("name", "Standard");
        if (settings.cloud().placement().extendedLocation().isSet()) {
            balancer.set("extendedLocation", ExtendedLocations.json(settings.cloud().placement().extendedLocation()));
        }
        return balancer;
    }

    /** Foreign and kept rules as they are, and all that are wanted. */
    private List<ObjectNode> rules(ArmId id, ObjectNode observed, Desired content) {
        return merged(ArmJson.list(observed, "properties", "loadBalancingRules"), content.rules(),
                rule -> known.isPlanned(ArmJson.name(rule)) && !held.keeps(id, rule, known));
    }

    private List<ObjectNode> probes(ObjectNode observed, Desired content, List<ObjectNode> rules) {
        Set<String> referenced = new HashSet<>();
        rules.forEach(rule -> referenced.add(lastSegment(ArmJson.text(rule, "properties", "probe", "id"))));
        return merged(ArmJson.list(observed, "properties", "probes"),
                List.copyOf(content.probes().values()),
                probe -> !referenced.contains(fold(ArmJson.name(probe))) && (known.isPlanned(ArmJson.name(probe))
                        || ArmJson.name(probe).equalsIgnoreCase(ServiceNames.SHARED_PROBE)));
    }

    private List<ObjectNode> frontends(ArmId id, ObjectNode observed, Desired content, List<ObjectNode> rules) {
        List<ObjectNode> list = ArmJson.list(observed, "properties", "frontendIPConfigurations");
        Map<String, ObjectNode> wanted = new LinkedHashMap<>();
        content.frontends().forEach(frontend -> wanted.putIfAbsent(fold(frontend.name()), frontend.body()));
        Set<String> inUse = new HashSet<>();
        rules.forEach(rule -> inUse.addAll(FrontendUsers.references(rule)));
        for (String other : List.of("outboundRules", "inboundNatRules", "inboundNatPools")) {
            ArmJson.list(observed, "properties", other).forEach(rule -> inUse.addAll(FrontendUsers.references(rule)));
        }
        Set<String> left = known.leftFrontends(observed);
        List<ObjectNode> result = new ArrayList<>();
        for (ObjectNode frontend : list) {
            String name = fold(ArmJson.name(frontend));
            ObjectNode planned = wanted.remove(name);
            if (planned != null) {
                result.add(planned);
            } else if (!known.isPlanned(name) && !left.contains(name) || inUse.contains(name)
                    || held.holds(id.child("frontendIPConfigurations", ArmJson.name(frontend)), frontend)) {
                result.add(frontend);
            }
        }
        result.addAll(wanted.values());
        return result;
    }

    private static boolean isSameProbe(ObjectNode found, ObjectNode wanted) {
        return Differ.same(found, wanted, RULES);
    }

    private static boolean isSameRule(ObjectNode found, ObjectNode wanted) {
        return Differ.same(found, wanted, RULES) && ArmJson.child(found, "properties", "probe")
                .isPresent() == ArmJson.child(wanted, "properties", "probe").isPresent();
    }

    /** What is wanted, as it is where that says the same. */
    private static List<ObjectNode> fitted(ObjectNode observed, String property, Collection<ObjectNode> wanted,
            BiPredicate<ObjectNode, ObjectNode> same) {
        Map<String, ObjectNode> found = new HashMap<>();
        ArmJson.list(observed, "properties", property)
                .forEach(element -> found.put(fold(ArmJson.name(element)), element));
        return wanted.stream().map(element -> {
            ObjectNode there = found.get(fold(ArmJson.name(element)));
            return there != null && same.test(there, element) ? there : element;
        }).toList();
    }

    private static List<ObjectNode> merged(List<ObjectNode> observed, List<ObjectNode> wanted,
            Predicate<ObjectNode> planned) {
        Map<String, ObjectNode> open = new LinkedHashMap<>();
        wanted.forEach(element -> open.putIfAbsent(fold(ArmJson.name(element)), element));
        List<ObjectNode> result = new ArrayList<>();
        for (ObjectNode element : observed) {
            String name = fold(ArmJson.name(element));
            ObjectNode content = open.remove(name);
            if (content != null) {
                result.add(content);
            } else if (!planned.test(element)) {
                result.add(element);
            }
        }
        result.addAll(open.values());
        return result;
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static String lastSegment(String id) {
        return fold(id.substring(id.lastIndexOf('/') + 1));
    }
}
