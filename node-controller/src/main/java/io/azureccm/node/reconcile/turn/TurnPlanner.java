package io.azureccm.node.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.Schedule;
import io.azureccm.common.core.Step;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.machine.Lookups;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.Decision;
import io.azureccm.node.plan.NodePlanner;
import io.azureccm.node.reconcile.known.Deletions;
import io.azureccm.node.reconcile.known.KnownNode;
import io.azureccm.node.reconcile.known.KnownState;
import io.azureccm.node.reconcile.known.NodeStage;
import io.azureccm.node.reconcile.known.NodeTiming;
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
public record TurnPlanner(NodePlanner planner, NodeTiming timing, RemovalLimits limits) {
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
                wanted.put(name, known.nodes().get(name).accepted().judged(planner.decide(view), view.node(), now));
            }
        });
        Deletions.Assessed assessed = known.deletions().assess(known, wanted, limits, now);
        SortedMap<String, Decision> decisions = assessed.decisions();
        ExistenceCheckPlanner.Checks checks = ExistenceCheckPlanner.of(toCheck(known, decisions), checksUnderWay(known),
                lanes);
        blocked.addAll(checks.waiting());
        List<TurnPlan.Read> reads = reads(known, lanes);
        List<Step> steps = new ArrayList<>();
        Lookups<MachineLookup> machines = known.due().machines();
        reads.forEach(each -> steps.add(
                read(each.read().target(), awaiting(known, each.read()).size(), each.reason().cause())));
        checks.ready()
                .forEach(each -> steps
                        .add(read("whether " + each.target() + " exists", each.nodes().size(), "MachineNotListed")));
        decisions.values()
                .forEach(decision -> decision.change().ifPresent(change -> steps.addAll(change.planned())));
        Set<String> lost = new HashSet<>();
        known.nodes().forEach((name, node) -> {
            if (node.lane().filter(lane -> !lanes.isBusy(lane)).isPresent())
                lost.add(name);
            waits(known, name, decisions.get(name), blocked)
                    .ifPresent(wait -> steps.add(Step.waiting("node " + name, wait)));
        });
        Plan plan = new Plan("nodes", List.of(), fresh(known, decisions),
                Plan.Basis.of(known.due().views().size(), known.nodes().size()), new Schedule(steps, Map.of()),
                assessed.assessment().held());
        return new TurnPlan(decisions, reads, checks.ready(), blocked, lost, plan, assessed.assessment(),
                !plan.schedule().clusterWrites().isEmpty() || !plan.refusals().isEmpty()
                        || !plan.held().equals(known.deletions().removals().held()));
    }

    private static Step read(String target, int nodes, String cause) {
        return new Step(Step.Kind.READ, target, "for " + nodes + " nodes", Cause.of(cause), "");
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

    private static List<ExistenceCheckPlanner.Wanted> toCheck(KnownState known, SortedMap<String, Decision> decisions) {
        List<ExistenceCheckPlanner.Wanted> wanted = new ArrayList<>();
        decisions.forEach((name, decision) -> {
            if (decision.follow() instanceof Decision.Follow.Check(ArmId machine)) {
                boolean stands = known.nodes().get(name).stage() instanceof NodeStage.Checking checking
                        && checking.scaleSetStands();
                wanted.add(new ExistenceCheckPlanner.Wanted(name, machine, stands));
            }
        });
        return wanted;
    }

    private static long checksUnderWay(KnownState known) {
        return known.nodes()
                .values()
                .stream()
                .filter(node -> node.stage() instanceof NodeStage.Checking checking && !checking.lane().isEmpty())
                .count();
    }

    private static List<TurnPlan.Read> reads(KnownState known, Lanes lanes) {
        return known.due()
                .machines()
                .reads()
                .stream()
                .map(read -> new TurnPlan.Read(read, Reasons.of(awaiting(known, read))))
                .filter(read -> !lanes.isBusy(read.lane()))
                .toList();
    }

    private static List<NodeView> awaiting(KnownState known, MachineRead read) {
        return MachineRead.awaiting(known.due().machines().awaited(), read.target())
                .stream()
                .map(known.due().views()::get)
                .toList();
    }

    private Optional<String> waits(KnownState known, String name, Decision decision, Set<String> blocked) {
        KnownNode node = known.nodes().get(name);
        Lookups<MachineLookup> machines = known.due().machines();
        if (blocked.contains(name))
            return Optional.of("the end of other operations");
        if (machines.awaited().containsKey(name))
            return Optional.of(reads(machines.awaited().get(name)));
        if (decision != null)
            return Optional.empty();
        return switch (node.stage()) {
            case NodeStage.Reading reading -> Optional.of(reads(reading.targets()));
            case NodeStage.Checking checking -> Optional.of("the check of its machine");
            case NodeStage.Writing writing -> Optional.of("its write");
            case NodeStage.Idle idle when known.changes().names().contains(name) ->
                Optional.of("further changes, until " + known.changes().closes(timing));
            case NodeStage.Idle idle when !node.retry().equals(RetryState.NEW) ->
                Optional.of("the next attempt after " + node.retry().cause() + ", until " + node.next());
            case NodeStage.Idle idle -> Optional.empty();
        };
    }

    /** Sorted, for stable output. */
    private static String reads(Set<String> targets) {
        return "reads of " + String.join(", ", new TreeSet<>(targets));
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
