package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.pool.PoolsWithoutMembers;
import io.azureccm.service.reconcile.known.KnownBackendHealth;
import io.azureccm.service.reconcile.known.KnownBackendHealth.Asked;
import io.azureccm.service.reconcile.known.KnownBackendHealth.Found;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.ServiceResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Has Azure asked, rule by rule, whether the backends of served Services are up: of each Standard load balancer one rule at a time, in the
 * order of {@link BackendOrder}. Pure.
 *
 * @param perHour how many rules of a load balancer are asked for in an hour, 0 for none
 */
public record BackendReads(int perHour) {
    private static final Duration HOUR = Duration.ofHours(1);
    /** What a new leader has to do first has priority, and new machines need time until probes succeed. */
    private static final Duration FIRST = Duration.ofMinutes(2);

    /** This instance starts to lead. */
    public KnownState begin(KnownState known, Instant now) {
        return perHour == 0 ? known : with(known, KnownBackendHealth.NONE.dueAt(now.plus(FIRST)));
    }

    /** Starts reads if they are due; after a problem only one, which shows whether it persists. */
    public KnownState start(KnownState known, TurnPlan plan, Effect.Collector<ServiceEffect> effects, Instant now) {
        KnownBackendHealth answers = known.memory().conditions().backends();
        if (perHour == 0 || !answers.isDue(now) || plan.services().isEmpty() || known.azure().everything().isEmpty())
            return known;
        List<BackendOrder.Backends> all = backends(known, plan);
        KnownBackendHealth kept = answers.retain(all.stream().flatMap(each -> each.rules().stream()).toList(),
                all.stream().collect(Collectors.toMap(each -> each.spec().uid(), BackendOrder.Backends::content)), now);
        Duration pause = HOUR.dividedBy(perHour);
        boolean urgent = now.toEpochMilli() / pause.toMillis() % 2 == 0;
        Map<ArmId, Asked> next = new BackendOrder(kept, urgent, now).next(all);
        next.values()
                .stream()
                .map(ServiceEffect.ReadBackendHealth::new)
                .filter(read -> !effects.isBusy(read.lane().orElseThrow()))
                .limit(kept.problem().isPresent() ? 1 : next.size())
                .forEach(effects::add);
        return with(known, kept.dueAt(now.plus(pause)));
    }

    /** Takes in an answer, or why there is none; then Azure is asked again in an hour. */
    public static KnownState update(KnownState known, Asked asked, Found found, Optional<String> problem, Instant now) {
        KnownBackendHealth before = known.memory().conditions().backends();
        if (problem.isEmpty())
            return with(known, before.with(asked, found));
        KnownState next = with(known, before.failed(problem.get(), now.plus(HOUR)));
        return before.problem().isEmpty() ? next.reporting(new Report.BackendsUnreadable(problem.get())) : next;
    }

    private static KnownState with(KnownState known, KnownBackendHealth next) {
        return known.with(known.memory().with(known.memory().conditions().with(next)));
    }

    /** All Services that are served completely and have members. */
    private static List<BackendOrder.Backends> backends(KnownState known, TurnPlan plan) {
        Map<String, List<ArmId>> byOwner = new HashMap<>();
        Map<String, Integer> pools = new HashMap<>();
        for (LoadBalancer balancer : known.azure().everything().orElseThrow().loadBalancers()) {
            if (balancer.isBasic())
                continue;
            Map<String, Integer> members = new HashMap<>();
            balancer.pools().forEach(pool -> members.put(pool.name(), members(pool)));
            for (Rule rule : balancer.rules(Rule.Kind.LOAD_BALANCING)) {
                String owner = ServiceNames.baseOf(rule.name());
                byOwner.computeIfAbsent(owner, each -> new ArrayList<>())
                        .add(balancer.id().child("loadBalancingRules", rule.name()));
                pools.merge(owner, members.getOrDefault(rule.pool(), 0), Integer::sum);
            }
        }
        ClusterState cluster = known.cluster().clusterState();
        List<BackendOrder.Backends> all = new ArrayList<>();
        for (ServiceSpec spec : cluster.services()) {
            String owner = ServiceNames.baseOf(spec.baseName());
            if (byOwner.containsKey(owner) && plan.results().get(spec.uid()) instanceof ServiceResult.Ready
                    && hasMembers(plan, spec))
                all.add(new BackendOrder.Backends(spec, byOwner.get(owner),
                        content(spec, cluster.state(spec).endpointNodes(), pools.get(owner))));
        }
        return all;
    }

    /** The same in every process, so that a record replays: hashes of enums are not. */
    static int content(ServiceSpec spec, Optional<Set<String>> endpointNodes, int members) {
        return Objects.hash(spec.traffic().toString(), endpointNodes, members);
    }

    /** Azure may list the same members in another order. */
    private static int members(Pool pool) {
        return Objects.hash(Set.copyOf(pool.interfaces()), Set.copyOf(pool.addresses()));
    }

    private static boolean hasMembers(TurnPlan plan, ServiceSpec spec) {
        return plan.services()
                .map(all -> all.plannedServices().get(spec.uid()))
                .filter(each -> each.notices()
                        .stream()
                        .noneMatch(notice -> notice.reason().equals(PoolsWithoutMembers.REASON)))
                .isPresent();
    }
}
