package io.azureccm.route.reconcile;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Schedule;
import io.azureccm.common.core.Step;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.plan.RoutePlan;
import io.azureccm.route.plan.RoutePlanner;
import io.azureccm.route.reconcile.rejected.RejectedRoutes;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.status.ConditionWrite;
import io.azureccm.route.status.NodeResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Plans a turn from the known state: which reads are missing, what the table should be, and whether it can be written
 * now. Pure.
 */
record TurnPlanner(RoutePlanner planner, ConditionPlanner conditions, RouteTiming timing, boolean dryRun) {
    /** How long all nodes wait, to be written together, for machines that are looked up. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);

    TurnPlan plan(KnownState known, Lanes underWay, Instant now) {
        ArmId table = planner.table();
        if (known.observed().isEmpty()) {
            Step read = readTable("NotKnown", known, underWay, now);
            TurnPlan.Reads reads = new TurnPlan.Reads(Optional.of(read), false, List.of());
            TurnPlan.Nodes nodes = mayWrite(underWay)
                    ? new TurnPlan.Nodes(Map.of(), conditions.planUnread(known, now))
                    : TurnPlan.Nodes.NONE;
            Plan plan = new Plan(planner.scope(), List.of(), List.of(), Plan.Basis.NONE,
                    new Schedule(steps(reads, nodes), Map.of()));
            return new TurnPlan(plan, Optional.empty(), reads, TurnPlan.NOT_NEEDED, nodes, known.writes().rejected());
        }
        ObservedState observed = known.observed().get().with(known.machines().addresses());
        RejectedRoutes rejected = known.writes().rejected();
        RoutePlan routes = routes(known, observed, rejected, now);
        while (routes.plan().isEmpty() && rejected.isSearching() && !underWay.isBusy(RouteEffect.TABLE)) {
            rejected = rejected.next();
            routes = routes(known, observed, rejected, now);
        }
        TurnPlan.Nodes nodes = dryRun ? TurnPlan.Nodes.NONE : nodes(known, routes, underWay, now);
        TurnPlan.Reads reads = reads(known, routes, underWay, now);
        TurnPlan.Write write = write(known, routes, nodes, underWay, now);
        Map<ArmId, String> waits = write instanceof TurnPlan.Write.Waits(String what, Instant until, boolean brief)
                ? Map.of(table, what)
                : Map.of();
        return new TurnPlan(routes.plan().with(new Schedule(steps(reads, nodes), waits)), Optional.of(routes), reads,
                write, nodes, rejected);
    }

    private RoutePlan routes(KnownState known, ObservedState observed, RejectedRoutes rejected, Instant now) {
        return planner.plan(observed, known.cluster(), known.table().lastKnownGood(), known.removals(),
                rejected.constraints(now));
    }

    private Step readTable(String cause, KnownState known, Lanes underWay, Instant now) {
        String waitsFor = "";
        if (underWay.isBusy(RouteEffect.TABLE) || underWay.isBusy(RouteEffect.TABLE_READ))
            waitsFor = "the operation under way";
        else if (!known.reads().retry().isDue(now))
            waitsFor = "the next attempt";
        return new Step(Step.Kind.READ, planner.table().shortName(), "", Cause.of(cause), waitsFor);
    }

    private TurnPlan.Reads reads(KnownState known, RoutePlan routes, Lanes underWay, Instant now) {
        boolean again = !dryRun && routes.plan().isEmpty() && NodeResults.awaitsFreshReading(routes, known, now);
        return new TurnPlan.Reads(
                again ? Optional.of(readTable("TableTooOld", known, underWay, now)) : Optional.empty(),
                lacksNetwork(known, routes, now) && !underWay.isBusy(RouteEffect.NETWORK),
                underWay.isBusy(RouteEffect.MACHINES) ? List.of() : toAsk(known, routes, now));
    }

    /** The virtual network is read before the first write, and may have been extended for an address outside of it. */
    private static boolean lacksNetwork(KnownState known, RoutePlan routes, Instant now) {
        return known.observed()
                .flatMap(ObservedState::network)
                .map(network -> network.isDue(routes.lookups().outside(), now))
                .orElseGet(() -> routes.nodes().stream().anyMatch(node -> !node.written().isEmpty()));
    }

    private static List<Step> steps(TurnPlan.Reads reads, TurnPlan.Nodes nodes) {
        List<Step> steps = new ArrayList<>(reads.table().stream().toList());
        if (reads.network())
            steps.add(Step.read("virtual network", "NextHopsNotChecked"));
        reads.machines()
                .forEach(node -> steps.add(Step.read("machine of " + node.name(), "AddressesNotKnown")));
        nodes.conditions()
                .forEach((node, write) -> {
                    write.connected()
                            .ifPresent(connected -> steps.add(Step.kubernetes("node " + node.name(),
                                    "NetworkUnavailable=" + (connected ? "False" : "True"),
                                    connected ? "RouteCreated" : "NoRouteCreated")));
                    write.routed()
                            .ifPresent(routed -> steps.add(Step.kubernetes("node " + node.name(),
                                    routed.type() + "=" + routed.status(), routed.reason())));
                });
        return steps;
    }

    private TurnPlan.Nodes nodes(KnownState known, RoutePlan routes, Lanes underWay, Instant now) {
        Map<NodeFacts, NodeResult> results = NodeResults.of(routes, known, underWay.isBusy(RouteEffect.TABLE), now);
        return new TurnPlan.Nodes(results, mayWrite(underWay)
                ? conditions.plan(known, routes, results, now)
                : Map.of());
    }

    private boolean mayWrite(Lanes underWay) {
        return !dryRun && !underWay.isBusy(RouteEffect.CONDITIONS);
    }

    private TurnPlan.Write write(KnownState known, RoutePlan routes, TurnPlan.Nodes nodes, Lanes underWay,
            Instant now) {
        if (routes.plan().isEmpty())
            return TurnPlan.NOT_NEEDED;
        if (underWay.isBusy(RouteEffect.TABLE))
            return new TurnPlan.Write.Waits("the write under way", Instant.MAX, true);
        if (lacksNetwork(known, routes, now) || underWay.isBusy(RouteEffect.NETWORK))
            return new TurnPlan.Write.Waits("the virtual network", Instant.MAX, true);
        Instant latest = known.machines().awaited().orElse(now).plus(MAX_WAIT);
        if (!routes.lookups().machines().isEmpty() && now.isBefore(latest))
            return new TurnPlan.Write.Waits("addresses of machines", latest, false);
        // A write may fail together with existing routes, so connected nodes are reported first, and never during a
        // write.
        if (underWay.isBusy(RouteEffect.CONDITIONS)
                || nodes.conditions().values().stream().anyMatch(ConditionWrite::isConnected))
            return new TurnPlan.Write.Waits("conditions of nodes", Instant.MAX, true);
        if (known.writes().shown().filter(routes.plan().operations().getFirst()::equals).isPresent())
            return new TurnPlan.Write.Waits("a change: this is a dry run", Instant.MAX, true);
        Optional<Instant> closes = known.nodes().window().map(window -> window.closes(timing.window()));
        if (closes.filter(now::isBefore).isPresent())
            return new TurnPlan.Write.Waits("further changes", closes.get(), true);
        Optional<Instant> bound = known.writes().rejected().waits(routes.plan().operations().getFirst(), now);
        if (bound.isPresent())
            return new TurnPlan.Write.Waits("the bound on refused writes", bound.get(), false);
        if (!known.writes().retry().isDue(now))
            return new TurnPlan.Write.Waits("the next attempt", known.writes().retry().dueAt().orElse(Instant.MAX),
                    true);
        return TurnPlan.READY;
    }

    /**
     * Nodes whose machines were not looked up yet, and once per period all nodes whose routes depend on their machines.
     */
    private List<NodeFacts> toAsk(KnownState known, RoutePlan routes, Instant now) {
        KnownState.Machines machines = known.machines();
        Set<String> unasked = routes.lookups().machines();
        boolean due = !machines.addresses().isEmpty() && !machines.asOf().plus(timing.driftPeriod()).isAfter(now);
        if (unasked.isEmpty() && !due)
            return List.of();
        return known.cluster()
                .nodes()
                .stream()
                .filter(node -> unasked.contains(node.name()) || machines.addresses().containsKey(node.name()))
                .toList();

    }
}
