package io.azureccm.node.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.machine.MachineAnswers;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.Decision;
import io.azureccm.node.plan.NodeOperation;
import io.azureccm.node.plan.NodePlan;
import io.azureccm.node.plan.NodePlanner;
import io.azureccm.node.plan.PlannedOperation;
import io.azureccm.node.plan.Readiness;
import io.azureccm.node.reconcile.known.Deletions;
import io.azureccm.node.reconcile.known.KnownNode;
import io.azureccm.node.reconcile.known.KnownState;
import io.azureccm.node.reconcile.known.NodeTiming;
import io.azureccm.node.reconcile.known.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Plans a turn from the known state: what to write to the due nodes, and what to read before. Pure. */
public final class TurnPlanner {
    private final NodePlanner planner;
    private final NodeTiming timing;
    private final RemovalLimits limits;

    public TurnPlanner(NodePlanner planner, NodeTiming timing, RemovalLimits limits) {
        this.limits = limits;
        this.planner = planner;
        this.timing = timing;
    }

    /** The lane of a node, for its writes and the checks of its machine. */
    public static String lane(String node) {
        return "node " + node;
    }

    public TurnPlan plan(KnownState known, Lanes lanes, Instant now) {
        SortedMap<String, Decision> wanted = new TreeMap<>();
        Set<String> blocked = new HashSet<>();
        known.due().views().forEach((name, view) -> {
            if (lanes.isBusy(lane(name))) {
                blocked.add(name);
            } else {
                wanted.put(name, planner.decide(view));
            }
        });
        Deletions.Assessed assessed = known.deletions().assess(known, wanted, limits, now);
        SortedMap<String, Decision> decisions = assessed.decisions();
        CheckPlanner.Checks checks = CheckPlanner.of(toCheck(known, decisions), checksUnderWay(known), lanes);
        blocked.addAll(checks.waiting());
        List<TurnPlan.Read> reads = reads(known, lanes);
        List<PlannedOperation> operations = new ArrayList<>();
        MachineAnswers machines = known.due().machines();
        reads.forEach(each -> operations.add(PlannedOperation.ready(
                new NodeOperation.ReadMachines(each.read().target(), awaiting(machines, each.read()).size()))));
        checks.ready()
                .forEach(each -> operations.add(
                        PlannedOperation.ready(new NodeOperation.Check(each.target(), each.nodes().size()))));
        decisions.values()
                .forEach(decision -> decision.change()
                        .ifPresent(change -> operations.add(PlannedOperation.ready(new NodeOperation.Write(change)))));
        Set<String> lost = new HashSet<>();
        known.nodes().forEach((name, node) -> {
            if (node.lane().filter(lane -> !lanes.isBusy(lane)).isPresent())
                lost.add(name);
            waits(known, name, decisions.get(name), blocked)
                    .ifPresent(wait -> operations.add(new PlannedOperation(new NodeOperation.PlanNode(name), wait)));
        });
        NodePlan plan = new NodePlan("nodes", "nodes=" + known.due().views().size() + " due / " + known.nodes().size()
                + " known", operations, fresh(known, decisions), assessed.assessment().held());
        return new TurnPlan(decisions, reads, checks.ready(), blocked, lost, plan, assessed.assessment(),
                !plan.isEmpty() || !plan.refusals().isEmpty()
                        || !plan.held().equals(known.deletions().removals().held()));
    }

    /**
     * Whether the decision is final: no read or check it depends on is still running, and it does more than wait for the time
     * at which the machine is looked up again.
     */
    public static boolean isFinal(KnownState known, String name, Decision decision) {
        NodeView view = known.due().views().get(name);
        return !(decision.follow() instanceof Decision.Follow.Check)
                && view.lookup().filter(TurnPlanner::isUnderWay).isEmpty() && !isEarly(view, decision);
    }

    private static boolean isEarly(NodeView view, Decision decision) {
        Instant due = view.history().search().due();
        return decision.refusal().isEmpty() && due.isAfter(view.now())
                && decision.follow().equals(new Decision.Follow.At(due));
    }

    private static boolean isUnderWay(MachineLookup lookup) {
        return lookup instanceof MachineLookup.Unknown unknown && unknown.underWay();
    }

    private static List<CheckPlanner.Wanted> toCheck(KnownState known, SortedMap<String, Decision> decisions) {
        List<CheckPlanner.Wanted> wanted = new ArrayList<>();
        decisions.forEach((name, decision) -> {
            if (decision.follow() instanceof Decision.Follow.Check(ArmId machine)) {
                boolean stands = known.nodes().get(name).stage() instanceof Stage.Checking checking
                        && checking.scaleSetStands();
                wanted.add(new CheckPlanner.Wanted(name, machine, stands));
            }
        });
        return wanted;
    }

    private static long checksUnderWay(KnownState known) {
        return known.nodes()
                .values()
                .stream()
                .filter(node -> node.stage() instanceof Stage.Checking checking && !checking.lane().isEmpty())
                .count();
    }

    private static List<TurnPlan.Read> reads(KnownState known, Lanes lanes) {
        MachineAnswers machines = known.due().machines();
        return machines.reads()
                .stream()
                .map(read -> new TurnPlan.Read(read, Reasons.of(awaiting(machines, read)
                        .stream()
                        .map(known.due().views()::get)
                        .toList())))
                .filter(read -> !lanes.isBusy(read.lane()))
                .toList();
    }

    private static List<String> awaiting(MachineAnswers machines, MachineRead read) {
        return machines.awaited()
                .entrySet()
                .stream()
                .filter(each -> each.getValue().contains(read.target()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private Optional<Readiness> waits(KnownState known, String name, Decision decision, Set<String> blocked) {
        KnownNode node = known.nodes().get(name);
        MachineAnswers machines = known.due().machines();
        if (blocked.contains(name))
            return Optional.of(Readiness.waits("the end of other operations"));
        if (machines.awaited().containsKey(name))
            return Optional.of(reads(machines.awaited().get(name)));
        if (decision != null)
            return Optional.empty();
        return switch (node.stage()) {
            case Stage.Reading(Set<String> targets) -> Optional.of(reads(targets));
            case Stage.Checking checking -> Optional.of(Readiness.waits("the check of its machine"));
            case Stage.Writing writing -> Optional.of(Readiness.waits("its write"));
            case Stage.Idle idle when known.changes().names().contains(name) ->
                Optional.of(new Readiness.Waits("further changes", known.changes().closes(timing)));
            case Stage.Idle idle when !node.retry().equals(RetryState.NEW) ->
                Optional.of(new Readiness.Waits("the next attempt after " + node.retry().cause(), node.next()));
            case Stage.Idle idle -> Optional.empty();
        };
    }

    /** Sorted, for stable output. */
    private static Readiness reads(Set<String> targets) {
        return Readiness.waits("reads of " + String.join(", ", new TreeSet<>(targets)));
    }

    /** A plan contains only new refusals. */
    private static List<Refusal> fresh(KnownState known, SortedMap<String, Decision> decisions) {
        List<Refusal> fresh = new ArrayList<>();
        decisions.forEach((name, decision) -> decision.refusal()
                .filter(refusal -> !refusal.equals(known.refusals().get(name)))
                .ifPresent(fresh::add));
        return fresh;
    }
}
