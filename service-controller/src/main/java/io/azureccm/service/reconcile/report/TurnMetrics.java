package io.azureccm.service.reconcile.report;

import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.service.metrics.ReconcileMetrics;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.UsedLimits;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Measures plans and what they were made from; {@code securityGroup} is the name of the security group. */
public record TurnMetrics(ReconcileMetrics metrics, String securityGroup) {
    public void planned(KnownState known, TurnPlan plan, Duration took, Instant now) {
        metrics.draining(draining(known));
        metrics.waiting(known.memory().rejections().waiting(now));
        if (plan.services().isEmpty())
            return;
        metrics.planned(took);
        metrics.refused(plan.services().get().plan().refusals());
        metrics.warned(warned(plan.services().get()));
        known.azure()
                .everything()
                .map(azure -> UsedLimits.of(azure, securityGroup, known.quotas().used()))
                .ifPresent(metrics::limits);
    }

    private static Map<String, Integer> warned(ServicePlan plan) {
        Map<String, Integer> counts = new TreeMap<>();
        plan.plannedServices()
                .values()
                .forEach(planned -> planned.notices()
                        .stream()
                        .filter(notice -> notice.type() == Notice.Type.WARNING)
                        .map(Notice::reason)
                        .distinct()
                        .forEach(reason -> counts.merge(reason, 1, Integer::sum)));
        return counts;
    }

    private static Map<DrainReason, Integer> draining(KnownState known) {
        Map<DrainReason, Integer> counts = new EnumMap<>(DrainReason.class);
        known.cluster()
                .clusterState()
                .draining()
                .values()
                .forEach(drain -> counts.merge(drain.reason(), 1, Integer::sum));
        return counts;
    }
}
