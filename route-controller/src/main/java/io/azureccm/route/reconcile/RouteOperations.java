package io.azureccm.route.reconcile;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.WorkSpans;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.route.observed.MachineAddresses;
import io.azureccm.route.observed.read.MachineAddressReader;
import io.azureccm.route.observed.read.ObservedStateReader;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.status.ConditionWrite;
import io.azureccm.route.status.StatusWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The operations of the scope. Each waits for its result on a thread of the dispatcher and reports it as an event. */
public record RouteOperations(ObservedStateReader table, MachineAddressReader machines, PlanExecutor executor,
        PlanJournal journal, StatusWriter status, InstantSource clock) {
    private static final CallReason NODES = new CallReason(CallPriority.CHANGED, "NodesChanged");
    private static final CallReason CHECK = new CallReason(CallPriority.DRIFT, "DriftCheck");

    RouteEvent readTable(boolean forChanges) {
        return within(forChanges, "read", notes -> {
            try {
                table.readAnew();
                return RouteEvent.TableRead.GOOD;
            } catch (RuntimeException unreadable) {
                return new RouteEvent.TableRead(Optional.of(failed(unreadable)), text(unreadable));
            }
        });
    }

    /** {@code outside}: addresses that the known virtual networks do not contain. */
    RouteEvent readNetwork(Set<String> outside, boolean forChanges) {
        return within(forChanges, "read", notes -> {
            try {
                table.readNetwork(outside);
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
            }
            return new RouteEvent.NetworkRead();
        });
    }

    private static String text(RuntimeException problem) {
        return problem.getMessage() == null ? problem.toString() : problem.getMessage();
    }

    private static FailedAttempt failed(RuntimeException problem) {
        return problem instanceof ArmException error
                ? new FailedAttempt(error.retryAfter().isPresent() ? RetryReason.CLOSED_WINDOW : RetryReason.FAILED,
                        error.unreadable()
                                .map(UnreadableResource::problem)
                                .orElseGet(() -> error.status() + " " + error.code()),
                        Set.of(), error.retryAfter())
                : FailedAttempt.of(RetryReason.FAILED, problem.getClass().getSimpleName());
    }

    RouteEvent readMachines(List<NodeFacts> nodes, boolean forChanges) {
        return within(forChanges, "read", notes -> {
            try {
                return new RouteEvent.MachinesRead(machines.read(nodes));
            } catch (RuntimeException unreadable) {
                MachineAddresses unknown = new MachineAddresses(List.of(), "it cannot be read: " + text(unreadable));
                return new RouteEvent.MachinesRead(
                        nodes.stream().collect(Collectors.toMap(NodeFacts::name, node -> unknown)));
            }
        });
    }

    /** {@code number} is that of the printed plan. */
    RouteEvent write(Plan plan, long number, boolean forChanges) {
        return within(forChanges, "execute", notes -> {
            notes.note("scope", plan.scope());
            notes.note("plan", Long.toString(number));
            Instant began = clock.instant();
            PlanOutcome result = executor.execute(plan);
            Duration took = Duration.between(began, clock.instant());
            journal.executed(number, result, took);
            notes.note("outcome", result.allGood() ? "applied" : "open");
            // After a write that did not succeed, only a new reading shows the state of the table.
            if (!result.outcomes().values().stream().allMatch(RouteOperations::leavesTheTableAsKnown))
                table.forget();
            return new RouteEvent.TableWritten(result, took);
        });
    }

    private static boolean leavesTheTableAsKnown(Outcome outcome) {
        return outcome.isGood() || outcome instanceof Outcome.NotAttempted(Outcome.NotAttempted.Reason reason, String m)
                && reason == Outcome.NotAttempted.Reason.DRY_RUN;
    }

    RouteEvent writeConditions(Map<NodeFacts, ConditionWrite> conditions) {
        return journal.spans().within("write nodes", notes -> {
            StatusWriter.Result result = status.write(conditions);
            notes.note("outcome", !result.failed().isEmpty() ? "open" : "applied");
            return new RouteEvent.ConditionsWritten(result.written(), result.failed());
        });
    }

    private RouteEvent within(boolean forChanges, String span,
            Function<WorkSpans.Notes, RouteEvent> work) {
        return (forChanges ? NODES : CHECK).within(() -> journal.spans().within(span, work));

    }
}
