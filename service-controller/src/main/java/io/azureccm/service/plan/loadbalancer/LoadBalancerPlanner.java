package io.azureccm.service.plan.loadbalancer;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.limit.TagLimits;
import io.azureccm.service.model.ArmElement;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.Probe;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.RuleTerms;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.context.SkuChange;
import io.azureccm.service.plan.pool.PoolPlanner;
import io.azureccm.service.plan.privatelink.HeldFrontends;
import io.azureccm.service.plan.rule.RulePlanner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Computes one desired load balancer: unmanaged elements stay byte for byte, elements of Services that cannot be planned stay too;
 * everything else is what the planned Services require.
 */
record LoadBalancerPlanner(PlannerSettings settings, ObservedState observedState, ServiceDecisions known,
        HeldFrontends held, PlanMemory memory) {
    /** What the planned Services require of one load balancer; an existing equivalent rule or probe is reused. */
    record Desired(List<FrontendModel> frontends, List<Rule> rules, Map<String, Probe> probes, Set<String> pools) {
        static Desired empty() {
            return new Desired(new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>(), new TreeSet<>());
        }

        void add(LoadBalancer observed, RulePlanner.Traffic traffic, PlanMemory memory) {
            for (RuleTerms terms : traffic.rules()) {
                rules.add(memory.of(Rule.class, terms.name(), () -> terms.on(observed), terms,
                        observed.rule(terms.name())));
            }
            traffic.probes()
                    .forEach((name, wanted) -> probes.computeIfAbsent(name,
                            none -> memory.of(Probe.class, name, () -> Probe.on(observed, name, wanted), wanted,
                                    observed.probe(name))));
        }
    }

    /** True if the load balancer is to exist: a frontend is left on it, or one is {@code awaited}. */
    boolean remains(ArmId id, Desired content, boolean awaited) {
        LoadBalancer observed = observedState.loadBalancer(id);
        return remains(id, observed, awaited, frontends(observed, content, rules(id, observed, content)));
    }

    private boolean remains(ArmId id, LoadBalancer observed, boolean awaited, List<Frontend> frontends) {
        return !SkuChange.isDue(settings, observed, known) && (!frontends.isEmpty()
                || observed.exists() && (awaited || settings.isPreconfigured(id)));
    }

    /** The entire load balancer; none if no frontend is left and none is {@code awaited}. */
    LoadBalancer plan(ArmId id, Desired content, boolean awaited, PoolPlanner pools) {
        LoadBalancer observed = observedState.loadBalancer(id);
        List<Frontend> frontends = frontends(observed, content, rules(id, observed, content));
        List<Rule> rules = rules(id, observed, content);
        if (!remains(id, observed, awaited, frontends))
            return LoadBalancer.NONE;
        Map<String, String> tags = settings.tagged(observed.tags());
        LoadBalancer base = observed.exists()
                ? observed
                : LoadBalancer.created(id, settings.cloud().location(), settings.cloud().loadBalancer().sku(),
                        settings.cloud().placement().extendedLocation());
        DrainedMembers drained = new DrainedMembers(observed, known.cluster());
        List<Pool> planned = drained.in(pools.plan(id, observed, content.pools(), rules),
                pool -> pools.choosesMembers(id, pool));
        List<Probe> probes = probes(observed, content, rules);
        Map<String, String> marked = settings.isPreconfigured(id)
                ? tags
                : TagLimits.fitting(observed.tags(), drained.mark(
                        new LoadBalancersAwaitingFrontends(settings).mark(observed, frontends.isEmpty(), tags)),
                        name -> isMark(name) ? 1 : 0);
        return memory.of(LoadBalancer.class, id, () -> base.with(id, frontends, planned, rules, probes, marked), base,
                frontends, planned, rules, probes, marked);
    }

    private static boolean isMark(String tag) {
        return DrainedMembers.isTag(tag) || tag.equals(LoadBalancersAwaitingFrontends.TAG);
    }

    /** Unmanaged and kept rules unchanged, and all wanted ones. */
    private List<Rule> rules(ArmId id, LoadBalancer observed, Desired content) {
        return merged(observed.rules(), content.rules(),
                rule -> known.isPlanned(rule) && !held.keeps(id, rule, known));
    }

    private List<Probe> probes(LoadBalancer observed, Desired content, List<Rule> rules) {
        Set<String> referenced = new HashSet<>();
        rules.forEach(rule -> referenced.add(rule.probe().toLowerCase(Locale.ROOT)));
        return merged(observed.probes(), content.probes().values(),
                probe -> !referenced.contains(probe.key()) && (known.isPlanned(probe)
                        || probe.name().equalsIgnoreCase(ServiceNames.SHARED_PROBE)));
    }

    private List<Frontend> frontends(LoadBalancer observed, Desired content, List<Rule> rules) {
        Map<String, Frontend> wanted = new LinkedHashMap<>();
        content.frontends().forEach(frontend -> wanted.putIfAbsent(frontend.body().key(), frontend.body()));
        Set<String> inUse = new HashSet<>();
        rules.forEach(rule -> inUse.addAll(rule.frontends()));
        for (Rule.Kind other : Rule.Kind.OTHERS) {
            observed.rules(other).forEach(rule -> inUse.addAll(rule.frontends()));
        }
        Set<String> left = known.leftFrontends(observed);
        List<Frontend> result = new ArrayList<>();
        for (Frontend frontend : observed.frontends()) {
            String name = frontend.key();
            Frontend planned = wanted.remove(name);
            if (planned != null) {
                result.add(planned);
            } else if (!known.isPlanned(frontend) && !left.contains(name) || inUse.contains(name)
                    || held.holds(frontend)) {
                result.add(frontend);
            }
        }
        result.addAll(wanted.values());
        return result;
    }

    private static <T extends ArmElement> List<T> merged(List<T> observed, Collection<T> wanted,
            Predicate<T> planned) {
        Map<String, T> open = new LinkedHashMap<>();
        wanted.forEach(element -> open.putIfAbsent(element.key(), element));
        List<T> result = new ArrayList<>();
        for (T element : observed) {
            T content = open.remove(element.key());
            if (content != null) {
                result.add(content);
            } else if (!planned.test(element)) {
                result.add(element);
            }
        }
        result.addAll(open.values());
        return result;
    }
}
