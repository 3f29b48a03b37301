package io.azureccm.node.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.ProviderId;
import io.azureccm.node.observed.MachineExistence;
import io.azureccm.node.observed.NodeHistory;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.Decision.Follow;
import io.azureccm.node.plan.NodeWrite.ChangeTaints;
import io.azureccm.node.plan.NodeWrite.Delete;
import io.azureccm.node.spec.NodeFacts;
import io.azureccm.node.spec.NodeFacts.NodeTaint;
import io.azureccm.node.spec.NodeKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Handles nodes that are not ready: taints a node whose machine is stopped and deletes a node whose machine is gone. A
 * machine is gone if two lists, the second requested well after the first, do not contain it, and a direct request to
 * ARM for this machine confirms it.
 */
record LifecyclePlanner(NodeSettings settings) {
    private static final NodeTaint SHUTDOWN = new NodeTaint(NodeKeys.SHUTDOWN, "", NodeKeys.NO_SCHEDULE);
    private static final NodeTaint OUT_OF_SERVICE = new NodeTaint(NodeKeys.OUT_OF_SERVICE, "", NodeKeys.NO_EXECUTE);
    /** Power states that a machine leaves by itself. */
    private static final Set<String> PASSING = Set.of("starting", "stopping", "deallocating");
    private static final Duration MAX_PAUSE = Duration.ofMinutes(5);
    private static final Duration JOINING = Duration.ofMinutes(10);
    private static final Duration JOINING_PAUSE = Duration.ofSeconds(30);

    Decision decide(NodeView view) {
        if (view.node().isReady())
            return ready(view);
        if (!isDue(view))
            return Decision.wait(new Follow.At(view.history().search().due()), view.history());
        if (view.lookup().isEmpty())
            return Decision.none(view.history());
        return switch (view.lookup().get()) {
            case MachineLookup.Found found when isGoing(found.machine()) -> missing(view, found.asOf());
            case MachineLookup.Found found -> there(view, found.machine());
            case MachineLookup.Incomplete there -> again(view, settings.monitorPeriod(), view.history().found());
            case MachineLookup.Missing missing -> missing(view, missing.asOf());
            case MachineLookup.Unknown wait when wait.underWay() -> at(wait.notBefore(), view.history());
            case MachineLookup.Unknown(String problem, Instant notBefore, boolean underWay) -> {
                Instant next = later(notBefore, view.now().plus(settings.monitorPeriod()));
                yield Decision.refuse(new Refusal("MachineUnknown", view.node().name(), problem), new Follow.At(next),
                        view.history().due(next));
            }
            case MachineLookup.Ambiguous several -> again(view, MAX_PAUSE, view.history());
        };
    }

    /** True for a node that is not ready and whose machine has to be looked up now. */
    static boolean isDue(NodeView view) {
        return !view.node().isReady() && !view.now().isBefore(view.history().search().due());
    }

    /**
     * The time until the next check if nothing happens; it grows with each check, and is longer for a node that has
     * never been ready.
     */
    static Duration pause(NodeSettings settings, NodeView view) {
        boolean joining = !view.history().everReady()
                && view.node().identity().created().plus(JOINING).isAfter(view.now());
        Duration first = joining && JOINING_PAUSE.compareTo(settings.monitorPeriod()) > 0
                ? JOINING_PAUSE
                : settings.monitorPeriod();
        Duration pause = first.multipliedBy(1L << Math.min(view.history().search().checks(), 10));
        return pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE;
    }

    private static Decision ready(NodeView view) {
        NodeFacts node = view.node();
        List<NodeTaint> over = node.taints()
                .stream()
                .filter(taint -> taint.is(NodeKeys.SHUTDOWN, NodeKeys.NO_SCHEDULE)
                        || taint.is(NodeKeys.OUT_OF_SERVICE, NodeKeys.NO_EXECUTE))
                .toList();
        return Decision.write(NodeChange.of(node.identity(), Cause.of("NodeReady"),
                over.isEmpty() ? List.of() : List.of(new ChangeTaints(List.of(), over))), view.history());
    }

    private Decision there(NodeView view, Machine machine) {
        NodeFacts node = view.node();
        String power = machine.state().view().map(Machine.InstanceView::power).orElse("unknown");
        Decision again = again(view, PASSING.contains(power) ? settings.monitorPeriod() : pause(settings, view),
                view.history().found());
        if (!machine.isShutDown())
            return again;
        List<NodeTaint> add = new ArrayList<>();
        for (NodeTaint taint : List.of(SHUTDOWN, OUT_OF_SERVICE)) {
            if (!node.hasTaint(taint.key(), taint.effect()))
                add.add(taint);
        }
        Cause cause = new Cause("MachineStopped", machine.id().shortName() + " " + power);
        return Decision.write(NodeChange.of(node.identity(), cause,
                add.isEmpty() ? List.of() : List.of(new ChangeTaints(add, List.of()))), again.history()).and(again);
    }

    private Decision missing(NodeView view, Instant asOf) {
        Optional<ArmId> machine = view.knownMachine();
        if (machine.isEmpty())
            return again(view, pause(settings, view), view.history())
                    .with(InitialisationPlanner.notFound(view, settings.resourceGroup()));
        NodeHistory history = view.history().missed(asOf);
        Instant graceEnd = view.node().identity().created().plus(settings.grace());
        if (graceEnd.isAfter(view.now()))
            return at(graceEnd, history);
        Instant second = history.search().absent().orElseThrow().plus(settings.monitorPeriod());
        if (second.isAfter(asOf))
            return at(later(second, view.now()), history);
        if (view.presence().isEmpty())
            return Decision.wait(new Follow.Check(machine.get()), view.history());
        return switch (view.presence().get()) {
            case MachineExistence.Gone gone -> Decision.write(NodeChange.of(view.node().identity(),
                    new Cause("MachineGone", ProviderId.of(machine.get())), List.of(new Delete())), history);
            case MachineExistence.Present present -> again(view, pause(settings, view), view.history().found());
            case MachineExistence.Unknown(String problem) -> again(view, pause(settings, view), history)
                    .with(new Refusal("MachineUnknown", view.node().name(), problem));
        };
    }

    private static Decision again(NodeView view, Duration pause, NodeHistory history) {
        Instant next = view.now().plus(pause);
        return Decision.wait(new Follow.At(next), history.checked(next));
    }

    private static Decision at(Instant next, NodeHistory history) {
        return Decision.wait(new Follow.At(next), history.due(next));
    }

    /**
     * A machine of a flexible scale set exists until it is gone; any other machine counts as gone while it is being
     * deleted.
     */
    private static boolean isGoing(Machine machine) {
        return machine.isDeleting() && machine.kind() != Machine.Kind.FLEXIBLE;
    }

    static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
