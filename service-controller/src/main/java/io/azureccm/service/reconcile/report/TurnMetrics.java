package io.azureccm.service.reconcile.report;

import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.common.core.limit.Headroom;
import io.azureccm.service.metrics.ReconcileMetrics;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.observed.LoadBalancers;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.UsedLimits;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Measures plans and what they were made from. Not thread-safe. */
public final class TurnMetrics {
    private final ReconcileMetrics metrics;
    private final String securityGroup;
    private Counted counted = new Counted(null, null, List.of(), List.of());

    /** The usage of limits, and what it was counted in: load balancers of others may have many members, and mostly stay as they are. */
    private record Counted(LoadBalancers balancers, SecurityGroup group, List<Headroom> quotas, List<Headroom> limits) {
        boolean isOf(LoadBalancers seen, SecurityGroup seenGroup, List<Headroom> used) {
            return balancers == seen && group == seenGroup && quotas.equals(used);
        }
    }

    /** {@code securityGroup} is the name of the security group. */
    public TurnMetrics(ReconcileMetrics metrics, String securityGroup) {
        this.metrics = metrics;
        this.securityGroup = securityGroup;
    }

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
                .map(azure -> limits(azure, known.quotas().used()))
                .ifPresent(metrics::limits);
    }

    private List<Headroom> limits(ObservedState azure, List<Headroom> quotas) {
        SecurityGroup group = azure.securityGroup().orElse(null);
        if (!counted.isOf(azure.loadBalancers(), group, quotas))
            counted = new Counted(azure.loadBalancers(), group, quotas, UsedLimits.of(azure, securityGroup, quotas));
        return counted.limits();
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
