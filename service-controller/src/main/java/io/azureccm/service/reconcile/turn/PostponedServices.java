package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.service.plan.Draft;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.turn.TurnPlan.Batching;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides from a draft which Services the plan of a turn leaves out, so that it can be sent for the others: those that need a write which cannot
 * be sent for now, and those whose public IPs are still being created. <p>A new address waits for those still being created, so that many
 * Services share one write of the load balancer, but not longer than {@link ServiceTiming#addressWait()}; during a burst each wait is twice
 * as long as the previous one. Pure.
 */
record PostponedServices(KnownState known, ServiceTiming timing, Lanes underWay, Instant now) {
    /** The maximum wait. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    /** The Services that are left out, by UID, with the reason, and the wait for addresses. */
    record Result(Map<String, Stop> stops, Batching batching) {
        static final Result NOBODY = new Result(Map.of(), Batching.NONE);
    }

    Result of(Draft draft) {
        List<Operation> operations = draft.operations();
        BlockedWrites blocked = new BlockedWrites(draft, operations, states(operations));
        if (blocked.stops().isEmpty())
            return withAddresses(draft, draft.services(), operations, blocked.states());
        List<Operation> rest = blocked.rest();
        Result others = withAddresses(draft, draft.services().stopping(blocked.stops()), rest, states(rest));
        return new Result(Copies.with(others.stops(), blocked.stops()), others.batching());
    }

    private Map<ArmId, OperationState> states(List<Operation> operations) {
        return new OperationStates(known, operations, Preparation.finalizers(known, now), timing, underWay, now)
                .beforeGivingUp();
    }

    private Result withAddresses(Draft draft, ServiceDecisions services, List<Operation> operations,
            Map<ArmId, OperationState> states) {
        Map<String, Stop> unaddressed = unaddressed(draft, services, operations, states);
        if (unaddressed.isEmpty())
            return Result.NOBODY;
        if (!isAnyReady(services, unaddressed.keySet(), operations, states))
            return new Result(Map.of(), Batching.UNKNOWN);
        Instant since = known.memory().batch().since().orElse(now);
        Instant due = since.plus(longestWait(known.memory().batch().partial()));
        return now.isBefore(due)
                ? new Result(Map.of(), new Batching(Optional.of(since), Optional.of(due), false, false))
                : new Result(unaddressed, new Batching(Optional.of(since), Optional.of(due), true, false));
    }

    /**
     * The Services, by UID, whose public IPs are being created or about to be, or were just created and not read yet while others are being
     * created: without their addresses the security group could not be written with the load balancer.
     */
    private Map<String, Stop> unaddressed(Draft draft, ServiceDecisions services, List<Operation> operations,
            Map<ArmId, OperationState> states) {
        boolean areMade = known.addressesDue().isPresent();
        Set<String> subjects = new TreeSet<>();
        operations.stream()
                .filter(operation -> TurnPlanner.isPublicIpPut(operation) && states.get(operation.target()).isPending())
                .forEach(operation -> subjects.addAll(operation.subjects()));
        Map<String, Stop> stops = new HashMap<>();
        for (ServiceSpec service : services.all()) {
            boolean isUnread = areMade && !service.address().internal() && !draft.isAddressed(service);
            if (services.plans(service, Stage.TRAFFIC) && (isUnread || subjects.contains(service.subject())))
                stops.put(service.uid(), TurnDecisions.waitsForPublicIp(service.subject()));
        }
        return stops;
    }

    /** Whether a load balancer waits for them that other Services, which have their addresses, need. */
    private static boolean isAnyReady(ServiceDecisions services, Set<String> unaddressed, List<Operation> operations,
            Map<ArmId, OperationState> states) {
        Set<String> subjects = new TreeSet<>();
        operations.stream()
                .filter(operation -> operation.verb() == Operation.Verb.PUT
                        && operation.target().hasType(ArmTypes.LOAD_BALANCER)
                        && states.get(operation.target()) instanceof OperationState.Waits)
                .forEach(operation -> subjects.addAll(operation.subjects()));
        return services.all()
                .stream()
                .anyMatch(service -> !unaddressed.contains(service.uid()) && services.plans(service, Stage.TRAFFIC)
                        && subjects.contains(service.subject()));
    }

    private Duration longestWait(int partial) {
        Duration first = timing.addressWait();
        Duration wait = first.multipliedBy(1L << Math.min(partial, 4));
        Duration most = first.compareTo(MAX_WAIT) < 0 ? MAX_WAIT : first;
        return wait.compareTo(most) < 0 ? wait : most;
    }
}
