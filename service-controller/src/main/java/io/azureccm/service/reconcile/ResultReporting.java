package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.service.informer.WatchedService;
import io.azureccm.service.reconcile.known.FailureConditions;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.reconcile.known.Requests;
import io.azureccm.service.reconcile.known.Retries;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.known.event.Reported;
import io.azureccm.service.reconcile.turn.OperationState;
import io.azureccm.service.reconcile.turn.ServiceEffect;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.ServiceConditions;
import io.azureccm.service.status.ServiceResult;
import io.azureccm.service.status.ServiceWrite;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides which results of a turn are written to Services and which events they get, and remembers the result of each. Pure.
 */
public final class ResultReporting {
    private final ServiceConditions conditions;
    private final ServiceTiming timing;
    private final ResultMemory results;

    public ResultReporting(ServiceConditions conditions, ServiceTiming timing) {
        this.conditions = conditions;
        this.timing = timing;
        this.results = new ResultMemory(timing);
    }

    KnownState report(KnownState known, TurnPlan plan, Effect.Collector<ServiceEffect> effects, Instant now) {
        KnownState next = ProgressReports.announce(ProgressReports.writes(known), now);
        if (plan.services().isPresent())
            next = ProgressReports.notices(next, plan);
        Map<String, ServiceSpec> services = new HashMap<>();
        next.services().forEach(service -> services.put(service.uid(), service));
        Turn turn = new Turn(Nodes.of(plan), effects, now);
        for (Map.Entry<String, ServiceResult> each : plan.results().entrySet()) {
            ServiceSpec service = services.get(each.getKey());
            next = switch (each.getValue()) {
                case ServiceResult.Failed failure -> failed(next, service, failure, turn);
                case ServiceResult.Unsure unsure -> unsure(next, service, unsure, now);
                case ServiceResult good -> good(next, service, good, turn);
            };
        }
        boolean isComplete = plan.services().isPresent() || plan.equals(TurnPlan.NOTHING);
        return isComplete ? MemoryPruner.prune(next, plan, timing, now) : next;
    }

    /** What is the same for all Services in a turn. */
    private record Turn(Nodes nodes, Effect.Collector<ServiceEffect> effects, Instant now) {}

    /** Whether machines are still joining or leaving pools, and why one cannot join. */
    private record Nodes(boolean areMoving, Optional<String> problem) {
        static Nodes of(TurnPlan plan) {
            boolean moving = false;
            Optional<String> problem = Optional.empty();
            for (Operation operation : plan.operations()) {
                if (operation.changes().stream().noneMatch(change -> change.element().equals("pool")))
                    continue;
                moving |= plan.stateOf(operation).isPending();
                boolean joins = operation.changes().stream().anyMatch(change -> change.kind() == Change.Kind.ADD);
                if (joins && plan.stateOf(operation) instanceof OperationState.Blocked blocked)
                    problem = Optional.of(blocked.problem());
            }
            return new Nodes(moving, problem);
        }
    }

    /** True if the status shows the result already, which holds for most Services most of the time. */
    private boolean shows(KnownState known, String uid, ServiceResult result, Instant now) {
        Optional<Service> shown = known.cluster().watched().service(uid).map(entry -> latest(known, entry));
        return shown.isEmpty() || result instanceof ServiceResult.Ready ready
                && ServiceConditions.hasAddresses(shown.get(), ready.addresses())
                && conditions.areShown(shown.get(), result, now);
    }

    /** Whether the conditions of a Service do not show this failure yet. */
    private boolean awaitsConditions(KnownState known, String uid, ServiceResult.Failed failure, Instant now) {
        return known.cluster()
                .watched()
                .service(uid)
                .filter(entry -> !entry.vanished())
                .filter(entry -> !conditions.areShown(latest(known, entry), failure, now))
                .isPresent();
    }

    private static Service latest(KnownState known, WatchedService entry) {
        return known.memory().reported().statuses().latest(entry.service());
    }

    private static void write(KnownState known, String uid, ServiceResult result, Optional<List<String>> nodes,
            Turn turn) {
        Reported reported = known.memory().reported();
        ServiceWrite.Before before = new ServiceWrite.Before(turn.now(),
                known.cluster()
                        .watched()
                        .service(uid)
                        .map(entry -> entry.service().getMetadata().getGeneration()),
                reported.statuses().of(uid), reported.events().began(uid));
        turn.effects().add(new ServiceEffect.WriteResult(uid, result, nodes, before));
    }

    /** A failure waits until the write of an earlier result has ended: what is told last has happened last. */
    private KnownState failed(KnownState known, ServiceSpec service, ServiceResult.Failed failure, Turn turn) {
        if (turn.effects().isBusy(service.uid()))
            return known;
        KnownState shown = showFailure(known, service.uid(), failure, turn);
        return results.isKnown(shown, service, failure, turn.now())
                ? shown
                : results.failed(reportFailure(shown, service.uid(), failure, turn.now()), service, failure,
                        turn.now());
    }

    /** Writes the failure to the conditions of the Service, independently of events. */
    private KnownState showFailure(KnownState known, String uid, ServiceResult.Failed failure, Turn turn) {
        FailureConditions before = known.memory().conditions().failures();
        FailureConditions.Failed next = awaitsConditions(known, uid, failure, turn.now())
                ? before.failed(uid, failure, turn.now())
                : new FailureConditions.Failed(before.shown(uid, turn.now()), false);
        if (next.isDue())
            write(known, uid, failure, Optional.empty(), turn);
        return known.with(known.memory().with(known.memory().conditions().with(next.conditions())));
    }

    private KnownState good(KnownState known, ServiceSpec service, ServiceResult result, Turn turn) {
        String uid = service.uid();
        Memory memory = known.memory();
        Nodes moves = turn.nodes();
        if (turn.effects().isBusy(uid) || isHeld(memory.retries(), uid, result, turn.now()))
            return known;
        boolean awaitsNodes = memory.nodes().waiting().contains(uid);
        boolean fails = memory.reported().events().failing().contains(uid);
        if (moves.problem().isPresent() && service.wanted() && (awaitsNodes || fails)) {
            KnownState told = awaitsNodes ? nodesNotUpdated(known, uid, moves.problem().get(), turn.now()) : known;
            return results.nodesHandled(told, service, true, turn.now());
        }
        Optional<List<String>> nodes = Optional.of(memory.nodes())
                .filter(each -> !moves.areMoving() && each.waiting().contains(uid))
                .map(Memory.NodeRollout::names);
        if (nodes.isEmpty() && memory.reported().events().began(uid).isEmpty()
                && shows(known, uid, result, turn.now()))
            return results.succeeded(known, service, result, turn.now(), CallReason.UNSTATED, turn.now());
        write(known, uid, result, nodes, turn);
        return known;
    }

    /** A deletion waits until what is left in Azure is read again. */
    private static boolean isHeld(Retries retries, String uid, ServiceResult result, Instant now) {
        return retries.holdsWrite(uid, now) || result instanceof ServiceResult.Gone && retries.isWaiting(uid, now);
    }

    private KnownState unsure(KnownState known, ServiceSpec service, ServiceResult.Unsure unsure, Instant now) {
        if (known.memory().retries().isWaiting(service.uid(), now))
            return known;
        return results.unsure(known.reporting(new Report.Unsure(service, unsure.problem())), service, unsure, now);
    }

    private static KnownState reportFailure(KnownState known, String uid, ServiceResult.Failed failure, Instant now) {
        Optional<WatchedService> entry = known.cluster().watched().service(uid);
        if (entry.isEmpty())
            return known;
        Memory memory = known.memory();
        Requests.Request request = known.requests().open().get(uid);
        boolean again = request != null && memory.results().get(uid) instanceof ServiceResult.Failed;
        boolean isChange = request != null && request.isChange();
        KnownState next = isChange && known.azure().failure().isPresent()
                ? ProgressReports.unreadable(known, entry.get(), known.azure().failure().get().problem())
                : known;
        if (again || isChange || memory.reported().events().failing().contains(uid))
            return withFailure(next, uid, new Report.NotProcessed(entry.get(), failure.problem()), now);
        return memory.nodes().waiting().contains(uid) && failure.reason() == RetryReason.FAILED
                ? nodesNotUpdated(next, uid, failure.problem(), now)
                : next;
    }

    private static KnownState nodesNotUpdated(KnownState known, String uid, String problem, Instant now) {
        List<String> names = known.memory().nodes().names();
        return known.cluster()
                .watched()
                .service(uid)
                .map(entry -> withFailure(known, uid, new Report.NodesNotUpdated(entry.service(), names, problem),
                        now))
                .orElse(known);
    }

    private static KnownState withFailure(KnownState known, String uid, Report report, Instant now) {
        Reported after = known.memory().reported().events(events -> events.failed(uid, now));
        return known.reporting(report).with(known.memory().with(after));
    }
}
