package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.pool.PoolsWithoutMembers;
import io.azureccm.service.reconcile.known.BackendAnswers;
import io.azureccm.service.reconcile.known.BackendAnswers.Answer;
import io.azureccm.service.reconcile.known.BackendAnswers.Asked;
import io.azureccm.service.reconcile.known.BackendAnswers.Found;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.ServiceResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * Has Azure asked, rule by rule, whether the backends of served Services are up: of each Standard load balancer one rule at a time, the one
 * whose answer is oldest. An answer that no backend is up counts as ten times as old, so that the end of the problem is soon known. Pure.
 *
 * @param perHour how many rules of a load balancer are asked for in an hour, 0 for none
 */
public record BackendReads(int perHour) {
    private static final Duration HOUR = Duration.ofHours(1);
    /** What a new leader has to do first has priority, and new machines need time until probes succeed. */
    private static final Duration FIRST = Duration.ofMinutes(2);
    private static final int DOWN_AGES = 10;

    /** This instance starts to lead. */
    public KnownState begin(KnownState known, Instant now) {
        return perHour == 0 ? known : with(known, BackendAnswers.NONE.dueAt(now.plus(FIRST)));
    }

    /** Starts reads if they are due; after a problem only one, which shows whether it persists. */
    public KnownState start(KnownState known, TurnPlan plan, Effect.Collector<ServiceEffect> effects, Instant now) {
        BackendAnswers answers = known.memory().conditions().backends();
        if (perHour == 0 || !answers.isDue(now) || plan.services().isEmpty() || known.azure().everything().isEmpty())
            return known;
        List<Asked> all = rules(known, plan);
        BackendAnswers kept = answers.retain(all.stream().map(Asked::rule).toList());
        BinaryOperator<Asked> oldest = BinaryOperator.maxBy(Comparator.comparingLong(each -> age(kept, each, now)));
        Map<ArmId, Asked> next = new LinkedHashMap<>();
        all.forEach(each -> next.merge(each.balancer(), each, oldest));
        next.values()
                .stream()
                .map(ServiceEffect.ReadBackendHealth::new)
                .filter(read -> !effects.isBusy(read.lane().orElseThrow()))
                .limit(kept.problem().isPresent() ? 1 : next.size())
                .forEach(effects::add);
        return with(known, kept.dueAt(now.plus(HOUR.dividedBy(perHour))));
    }

    /** Takes in an answer, or why there is none; then Azure is asked again in an hour. */
    public static KnownState absorb(KnownState known, Asked asked, Found found, Optional<String> problem, Instant now) {
        BackendAnswers before = known.memory().conditions().backends();
        if (problem.isEmpty())
            return with(known, before.with(asked, found, now));
        KnownState next = with(known, before.failed(problem.get(), now.plus(HOUR)));
        return before.problem().isEmpty() ? next.reporting(new Report.BackendsUnreadable(problem.get())) : next;
    }

    private static KnownState with(KnownState known, BackendAnswers next) {
        return known.with(known.memory().with(known.memory().conditions().with(next)));
    }

    private static long age(BackendAnswers answers, Asked asked, Instant now) {
        Answer before = answers.answers().get(asked.rule());
        if (before == null)
            return Long.MAX_VALUE;
        long age = Duration.between(before.at(), now).toMillis();
        return before.found().isDown() ? age * DOWN_AGES : age;
    }

    /** The rules of all Services that are served completely and have members. */
    private static List<Asked> rules(KnownState known, TurnPlan plan) {
        ObservedState azure = known.azure().everything().orElseThrow();
        Map<String, List<ArmId>> byOwner = new HashMap<>();
        for (LoadBalancer balancer : azure.loadBalancers())
            if (!balancer.isBasic())
                for (Rule rule : balancer.rules(Rule.Kind.LOAD_BALANCING))
                    byOwner.computeIfAbsent(ServiceNames.baseOf(rule.name()), owner -> new ArrayList<>())
                            .add(balancer.id().child("loadBalancingRules", rule.name()));
        List<Asked> all = new ArrayList<>();
        for (ServiceSpec spec : known.cluster().clusterState().services())
            if (plan.results().get(spec.uid()) instanceof ServiceResult.Ready && hasMembers(plan, spec)) {
                List<ArmId> own = byOwner.getOrDefault(ServiceNames.baseOf(spec.baseName()), List.of());
                own.forEach(rule -> all.add(new Asked(rule, spec.uid(), own.size())));
            }
        return all;
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
