package io.azureccm.service.reconcile.explain;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.explain.Explanation.Line;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.refusal.Rejections;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stop;
import io.azureccm.service.status.ServiceResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Everything that one Service waits for, in the order in which it happens. */
final class Waits {
    private final ServiceSpec spec;
    private final LastTurn turn;
    private final KnownState known;
    private final TurnPlan plan;
    private final List<Line> lines = new ArrayList<>();

    private Waits(ServiceSpec spec, LastTurn turn) {
        this.spec = spec;
        this.turn = turn;
        this.known = turn.known();
        this.plan = turn.plan();
    }

    static List<Line> of(ServiceSpec spec, LastTurn turn) {
        Waits waits = new Waits(spec, turn);
        waits.reads();
        waits.cluster();
        waits.approval();
        waits.writes();
        waits.retries();
        waits.search();
        waits.refusedWrites();
        return waits.lines;
    }

    private void reads() {
        plan.reading()
                .filter(reading -> !isDone())
                .ifPresent(reading -> add("a read of Azure", reading.describe(), ""));
        known.azure()
                .failure()
                .ifPresent(failure -> add("Azure", "cannot be read: " + failure.problem().message(),
                        Explanation.until(failure.until())));
        Optional.ofNullable(known.cluster().guarded().get(spec.subject()))
                .filter(turn.now()::isBefore)
                .filter(moment -> operations().findAny().isEmpty())
                .ifPresent(moment -> add("a reliable answer from Azure",
                        "Azure shows nothing of it, but the answer may be outdated", Explanation.until(moment)));
    }

    /** Fully served when last checked, and unchanged since: another refresh is not for this Service. */
    private boolean isDone() {
        return known.memory().results().get(spec.uid()) instanceof ServiceResult.Ready
                && !known.requests().changes().contains(spec.uid());
    }

    private void cluster() {
        if (known.cluster().unfinalized().contains(spec.uid()))
            add("the Kubernetes API", "its finalizer is not written yet", "");
        planned().flatMap(PlannedService::waiting).ifPresent(what -> add(what, "", ""));
    }

    private void approval() {
        Removals held = plan.held();
        if (planned().flatMap(PlannedService::stop)
                .map(Stop::refusal)
                .filter(each -> each.code()
                        .equals(
                                ServicePlanner.HELD))
                .isPresent())
            add("approval", held.describe() + " would be removed, which exceeds a limit; hash " + held.hash(),
                    turn.approval().apply(held));
    }

    /** With the lane, or the earlier write, that each of them waits for. */
    private void writes() {
        operations().forEach(operation -> add("a write",
                PlanText.sign(operation) + " " + operation.target().shortName(),
                plan.stateOf(operation).describe()));
        turn.callWait().apply(spec.uid()).ifPresent(why -> add("the call budget", why, ""));
    }

    private Stream<Operation> operations() {
        return plan.operations().stream().filter(operation -> operation.subjects().contains(spec.subject()));
    }

    private void retries() {
        known.memory()
                .writes()
                .failures()
                .stream()
                .filter(write -> write.isOf(spec.subject()))
                .forEach(write -> add(cause(write.outcome()), write.problem(),
                        turn.now().isBefore(write.notBefore()) ? Explanation.until(write.notBefore()) : "now"));
        known.memory()
                .retries()
                .of(spec.uid())
                .flatMap(state -> state.dueAt().filter(turn.now()::isBefore))
                .ifPresent(due -> add("the next attempt", refusal(), Explanation.until(due)));
    }

    private void search() {
        planned().flatMap(PlannedService::stop)
                .map(Stop::refusal)
                .filter(refusal -> refusal.code().equals(Rejections.NOT_TRIED_YET))
                .ifPresent(refusal -> add("the search for refused Services", refusal.message(), ""));
    }

    /** Why Azure refuses a part of the Service, "" if it does not. */
    private String refusal() {
        return rejections().of(spec.uid())
                .map(each -> each.resource().shortName() + ": " + each.reason().problem())
                .orElse("");
    }

    /** The bound on refused writes, if it is being used up for a resource that the Service needs. */
    private void refusedWrites() {
        rejections().attempts()
                .resources()
                .stream()
                .filter(this::isNeeded)
                .forEach(resource -> add("the bound on refused writes",
                        "Azure may refuse " + rejections().attempts().left(resource, turn.now()) + " more writes of "
                                + resource.shortName() + " now, and one more each minute",
                        rejections().attempts().waits(resource, 1, turn.now()).map(Explanation::until).orElse("")));
    }

    private boolean isNeeded(ArmId resource) {
        return rejections().of(spec.uid()).filter(each -> each.resource().equals(resource)).isPresent()
                || rejections().isWaiting(resource, spec.uid())
                || plan.operations()
                        .stream()
                        .anyMatch(write -> write.target().equals(resource)
                                && write.subjects().contains(spec.subject()));
    }

    private Rejections rejections() {
        return known.memory().rejections();
    }

    /** What ends the wait after a failed write. */
    private static String cause(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Throttled busy when busy.isBusy() -> "an operation of another client";
            case Outcome.Throttled(Instant until, String message, boolean isBusy) when message
                    .contains(ArmBudget.USED_UP) ->
                "the call budget";
            case Outcome.Throttled throttled -> "a pause requested by Azure";
            case Outcome.Conflict conflict -> "a read after a conflicting change";
            case Outcome.Unknown unknown -> "a read of the outcome of a write";
            default -> "the next attempt";
        };
    }

    private Optional<PlannedService> planned() {
        return plan.services().map(each -> each.plannedServices().get(spec.uid()));
    }

    private void add(String what, String value, String note) {
        lines.add(new Line(what, value, note));
    }
}
