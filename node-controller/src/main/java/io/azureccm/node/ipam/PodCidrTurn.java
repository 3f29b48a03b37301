package io.azureccm.node.ipam;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.reconcile.Lanes;
import io.azureccm.node.plan.NodeOperation;
import io.azureccm.node.plan.NodePlan;
import io.azureccm.node.plan.PlannedOperation;
import io.azureccm.node.plan.Readiness;
import io.azureccm.node.plan.ipam.PodCidrPlan;
import io.azureccm.node.plan.ipam.PodCidrPlanner;
import io.azureccm.node.plan.ipam.PodCidrState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What one turn does: the CIDRs it gives (empty when nobody is due), who was looked at, whose write ended without telling how, and all
 * of it in print.
 */
record PodCidrTurn(Optional<PodCidrPlan> given, Set<String> looked, Set<String> lost, NodePlan plan) {
    static final String SCOPE = "pod-cidrs";

    PodCidrTurn {
        looked = Set.copyOf(looked);
        lost = Set.copyOf(lost);
    }

    static String lane(String node) {
        return "node " + node;
    }

    static PodCidrTurn of(PodCidrKnown known, PodCidrPlanner planner, Lanes lanes) {
        Set<String> lost = known.work()
                .writing()
                .stream()
                .filter(name -> !lanes.isBusy(lane(name)))
                .collect(Collectors.toSet());
        Set<String> looked = known.work()
                .due()
                .stream()
                .filter(name -> !lanes.isBusy(lane(name)))
                .collect(Collectors.toSet());
        List<PlannedOperation> operations = new ArrayList<>();
        if (looked.isEmpty()) {
            waits(known, looked, operations);
            return new PodCidrTurn(Optional.empty(), looked, lost,
                    new NodePlan(SCOPE, known.nodes().size() + " nodes known", operations, List.of()));
        }
        Set<String> open = new HashSet<>(looked);
        open.removeIf(name -> known.nodes().get(name) == null
                || known.claims().settled().contains(known.nodes().get(name).uid()));
        PodCidrPlan plan = planner.plan(new PodCidrState(known.nodes().values(), known.claims().given(), open,
                known.claims().cursors()));
        plan.assignments()
                .forEach(each -> operations.add(PlannedOperation.ready(new NodeOperation.AssignPodCidrs(each))));
        waits(known, looked, operations);
        return new PodCidrTurn(Optional.of(plan), looked, lost,
                new NodePlan(SCOPE, basis(known, plan), operations, fresh(known, plan)));
    }

    private static void waits(PodCidrKnown known, Set<String> looked, List<PlannedOperation> operations) {
        new TreeSet<>(known.work().writing()).forEach(name -> operations.add(waiting(name, "its write")));
        new TreeSet<>(known.changes().names()).stream()
                .filter(name -> !looked.contains(name) && !known.work().writing().contains(name))
                .forEach(name -> operations.add(waiting(name, "further changes")));
        new TreeSet<>(known.work().retries().keySet()).stream()
                .filter(name -> !looked.contains(name))
                .forEach(name -> operations.add(waiting(name, "the next attempt")));
    }

    private static PlannedOperation waiting(String name, String what) {
        return new PlannedOperation(new NodeOperation.PlanNode(name), Readiness.waits(what));
    }

    private static String basis(PodCidrKnown known, PodCidrPlan plan) {
        return "nodes=" + known.nodes().size() + " known  " + plan.usages()
                .stream()
                .map(each -> each.range() + " " + each.taken() + "/" + each.range().size() + " taken")
                .collect(Collectors.joining(", "));
    }

    /** Refusals are part of a plan when they are new. */
    private static List<Refusal> fresh(PodCidrKnown known, PodCidrPlan plan) {
        List<Refusal> fresh = new ArrayList<>();
        plan.findings().stream().filter(each -> !known.told().findings().contains(each)).forEach(fresh::add);
        plan.shortages()
                .stream()
                .filter(each -> !known.told().waiting().contains(each.node().name()))
                .map(each -> new Refusal(PodCidrEvents.NOT_AVAILABLE, each.node().name(), each.text()))
                .forEach(fresh::add);
        return fresh;
    }
}
