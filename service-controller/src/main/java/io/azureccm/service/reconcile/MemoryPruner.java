package io.azureccm.service.reconcile;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.pool.MembershipChange;
import io.azureccm.service.reconcile.known.FailedWrite;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.refusal.Rejections;
import io.azureccm.service.reconcile.known.Requests;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.reconcile.turn.TurnPlanner;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;

/** Drops outdated state after a turn has planned. */
final class MemoryPruner {
    private MemoryPruner() {}

    /** Drops writes that are no longer wanted, a complete batch, and a window that has closed. */
    static KnownState prune(KnownState known, TurnPlan plan, ServiceTiming timing, Instant now) {
        Memory memory = known.memory();
        WriteMemory writes = memory.writes()
                .keeping(write -> isWanted(write, plan, known, now))
                .filling(pool -> isBeingFilled(pool, plan))
                .leaving(leaving(plan));
        Rejections rejections = memory.rejections()
                .next(tried(known, plan, now), plan.postponed(), plan.stoppedBy(ServiceDecisions.FRONTEND_IN_USE),
                        now);
        Memory.Batch batch = memory.batch();
        if (plan.batching().isOver())
            batch = Memory.Batch.NONE;
        else if (plan.batching().since().isPresent() && !plan.batching().isPartial())
            batch = new Memory.Batch(plan.batching().since(), batch.partial());
        Requests requests = known.requests();
        if (requests.window().filter(window -> !now.isBefore(window.closes(timing))).isPresent()
                || requests.window().isEmpty())
            requests = requests.closed();
        return known.with(memory.with(writes).with(rejections).with(batch)).with(requests);
    }

    private static Set<ArmId> leaving(TurnPlan plan) {
        return plan.operations()
                .stream()
                .filter(operation -> operation.verb() == Operation.Verb.DELETE
                        && operation.target().hasType(ArmTypes.PUBLIC_IP))
                .map(Operation::target)
                .collect(Collectors.toSet());
    }

    private static boolean isBeingFilled(ArmId pool, TurnPlan plan) {
        return plan.operations()
                .stream()
                .flatMap(operation -> operation.changes().stream())
                .anyMatch(change -> change.kind() == Change.Kind.ADD
                        && change.name().equals(MembershipChange.poolName(pool)));
    }

    private static boolean isWanted(FailedWrite write, TurnPlan plan, KnownState known, Instant now) {
        if (write.isAccepted() && write.isSilent())
            return plan.services().isEmpty()
                    || plan.operations()
                            .stream()
                            .anyMatch(next -> write.isSame(next) || !write.incidental(next).isEmpty());
        ArmId target = write.operation().target();
        if (plan.states().containsKey(target)
                || target.root().hasType(ArmTypes.LOAD_BALANCER) && plan.states().containsKey(target.root())
                || write.isSilent() && now.isBefore(write.notBefore()))
            return true;
        return TurnPlanner.isPublicIpPut(write.operation()) && now.isBefore(write.notBefore())
                && write.operation().subjects().stream().anyMatch(known.cluster()::isWanted);
    }

    /** The resources that are still to be written for the Services that are tried now: they may be, or wait for an attempt. */
    private static Set<ArmId> tried(KnownState known, TurnPlan plan, Instant now) {
        Memory memory = known.memory();
        return plan.operations()
                .stream()
                .filter(operation -> operation.verb() == Operation.Verb.PUT && (plan.stateOf(operation).isPending()
                        || memory.rejections().waits(operation, now).isPresent()
                        || memory.rejections().scopes().of(operation).isPresent()
                        || memory.writes()
                                .of(operation.target())
                                .filter(write -> write.holds(operation, now))
                                .isPresent()))
                .map(Operation::target)
                .collect(Collectors.toSet());
    }
}
