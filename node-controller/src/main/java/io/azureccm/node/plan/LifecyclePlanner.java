package io.azureccm.node.plan;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.node.estate.NodeView;
import io.azureccm.node.estate.Watch;
import io.azureccm.node.intent.NodeFacts;
import io.azureccm.node.intent.NodeFacts.NodeTaint;
import io.azureccm.node.intent.NodeKeys;
import io.azureccm.node.plan.Decision.Follow;
import io.azureccm.node.plan.NodeWrite.ChangeTaints;
import io.azureccm.node.plan.NodeWrite.Delete;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Decides about nodes that are not ready: one whose machine is stopped is tainted, one whose machine is gone is deleted. Gone
 * means that two lists, the second asked for well after the first, did not show it, and that ARM, asked for this one machine,
 * says so too.
 */
final class LifecyclePlanner {
    private static final NodeTaint SHUTDOWN = new NodeTaint(NodeKeys.SHUTDOWN, "", NodeKeys.NO_SCHEDULE);
    private static final NodeTaint OUT_OF_SERVICE = new NodeTaint(NodeKeys.OUT_OF_SERVICE, "", NodeKeys.NO_EXECUTE);
    private static final Set<String> SETTLED = Set.of("running", "stopped", "deallocated");
    private static final Duration MAX_PAUSE = Duration.ofMinutes(5);
    private static final Duration JOINING = Duration.ofMinutes(10);
    private static final Duration JOINING_PAUSE = Duration.ofSeconds(30);

    private final NodeSettings settings;

    LifecyclePlanner(NodeSettings settings) {
        this.settings = settings;
    }

    Decision decide(NodeView view) {
        if (view.node().isReady())
            return ready(view);
        if (!isDue(view))
            return Decision.wait(new Follow.At(view.watch().search().due()), view.watch());
        if (view.lookup().isEmpty())
            return Decision.none(view.watch());
        return switch (view.lookup().get()) {
            case MachineLookup.Found found when isGoing(found.machine()) -> missing(view, found.asOf());
            case MachineLookup.Found found -> there(view, found.machine());
            case MachineLookup.Incomplete there -> again(view, settings.monitorPeriod(), view.watch().found());
            case MachineLookup.Missing(Instant asOf) -> missing(view, asOf);
            case MachineLookup.Unknown wait when wait.underWay() -> at(wait.notBefore(), view.watch());
            case MachineLookup.Unknown(String problem, Instant notBefore, boolean underWay) -> {
                Instant next = later(notBefore, view.now().plus(settings.monitorPeriod()));
                yield Decision.refuse(new Refusal("MachineUnknown", view.node().name(), problem), new Follow.At(next),
                        view.watch().due(next));
            }
            case MachineLookup.Ambiguous several -> again(view, MAX_PAUSE, view.watch());
        };
    }

    /** True for a node that is not ready and whose machine is to be looked up now. */
    static boolean isDue(NodeView view) {
        return !view.node().isReady() && !view.now().isBefore(view.watch().search().due());
    }

    /** How long after this look the next one is due, if nothing happens: growing, longer for a node that is only joining. */
    static Duration pause(NodeSettings settings, NodeView view) {
        boolean joining = !view.watch().everReady()
                && view.node().identity().created().plus(JOINING).isAfter(view.now());
        Duration first = joining && JOINING_PAUSE.compareTo(settings.monitorPeriod()) > 0
                ? JOINING_PAUSE
                : settings.monitorPeriod();
        Duration pause = first.multipliedBy(1L << Math.min(view.watch().search().looks(), 10));
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
                over.isEmpty() ? List.of() : List.of(new ChangeTaints(List.of(), over))), view.watch());
    }

    private Decision there(NodeView view, Machine machine) {
        NodeFacts node = view.node();
        String power = machine.state().view().map(Machine.InstanceView::power).orElse("unknown");
        Decision again = again(view, SETTLED.contains(power) ? pause(settings, view) : settings.monitorPeriod(),
                view.watch().found());
        if (!machine.isShutDown())
            return again;
        List<NodeTaint> add = new ArrayList<>();
        for (NodeTaint taint : List.of(SHUTDOWN, OUT_OF_SERVICE)) {
            if (!node.hasTaint(taint.key(), taint.effect()))
                add.add(taint);
        }
        Cause cause = new Cause("MachineStopped", machine.id().shortName() + " " + power);
        return Decision.write(NodeChange.of(node.identity(), cause,
                add.isEmpty() ? List.of() : List.of(new ChangeTaints(add, List.of()))), again.watch()).and(again);
    }

    private Decision missing(NodeView view, Instant asOf) {
        NodeFacts node = view.node();
        Watch watch = view.watch().missed(asOf);
        Instant graceEnd = node.identity().created().plus(settings.grace());
        if (graceEnd.isAfter(view.now()))
            return at(graceEnd, watch);
        Instant second = watch.search().absent().orElseThrow().plus(settings.monitorPeriod());
        if (second.isAfter(asOf))
            return at(later(second, view.now()), watch);
        if (view.presence().isEmpty())
            return Decision.wait(new Follow.Prove(), view.watch());
        return switch (view.presence().get()) {
            case GONE -> Decision.write(NodeChange.of(node.identity(), new Cause("MachineGone", node.providerId()),
                    List.of(new Delete())), watch);
            case PRESENT -> again(view, settings.monitorPeriod(), view.watch().found());
            case UNKNOWN -> at(view.now().plus(settings.monitorPeriod()), watch);
        };
    }

    private static Decision again(NodeView view, Duration pause, Watch watch) {
        Instant next = view.now().plus(pause);
        return Decision.wait(new Follow.At(next), watch.looked(next));
    }

    private static Decision at(Instant next, Watch watch) {
        return Decision.wait(new Follow.At(next), watch.due(next));
    }

    /** A machine of a flexible scale set counts until it is gone; others are as good as gone while they are deleted. */
    private static boolean isGoing(Machine machine) {
        return machine.isDeleting() && machine.kind() != Machine.Kind.FLEXIBLE;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
