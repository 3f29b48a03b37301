package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.exec.ResourceLanes;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.ServiceSpec;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Prevents a write from waiting for the call budget while a more urgent one waits for the same resource: the waiting write is withdrawn and
 * planned again together with the urgent one. Pure.
 */
final class PriorityPreemption {
    private PriorityPreemption() {}

    /** The most urgent write that waits for one in progress; {@code BACKGROUND} if none does. */
    static CallPriority urgency(KnownState known, TurnPlan plan) {
        Map<String, Operation> lanes = known.memory()
                .writes()
                .underWay()
                .values()
                .stream()
                .collect(Collectors.toMap(each -> lane(each.target()), each -> each, (one, other) -> one));
        Set<String> changes = known.requests().changes();
        if (lanes.isEmpty() || changes.isEmpty())
            return CallPriority.BACKGROUND;
        Set<String> heldUp = heldUp(plan, lanes);
        CallPriority urgent = CallPriority.BACKGROUND;
        for (ServiceSpec service : known.services()) {
            if (changes.contains(service.uid()) && heldUp.contains(service.subject()))
                urgent = moreUrgent(urgent, urgency(service, known.cluster().clusterState()));
        }
        return urgent;
    }

    /** The Services for which a write waits for another one that does nothing for them. */
    private static Set<String> heldUp(TurnPlan plan, Map<String, Operation> lanes) {
        Set<String> heldUp = new HashSet<>();
        for (Operation operation : plan.operations()) {
            Operation underWay = lanes.get(lane(operation.target()));
            if (underWay != null)
                operation.subjects()
                        .stream()
                        .filter(subject -> !underWay.subjects().contains(subject))
                        .forEach(heldUp::add);
        }
        return heldUp;
    }

    private static CallPriority urgency(ServiceSpec service, ClusterState cluster) {
        return !service.wanted() || cluster.statusIps(service).isEmpty()
                ? CallPriority.NEW_OR_DELETED
                : CallPriority.CHANGED;
    }

    private static String lane(ArmId target) {
        return ResourceLanes.laneOf(target).key();
    }

    private static CallPriority moreUrgent(CallPriority one, CallPriority other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
