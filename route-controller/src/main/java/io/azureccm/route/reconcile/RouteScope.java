package io.azureccm.route.reconcile;

import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.removal.RemovalStep;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.Scope;
import io.azureccm.common.reconcile.turn.TurnSteps;
import io.azureccm.route.informer.NodeIndex;
import io.azureccm.route.plan.RoutePlanner;
import io.azureccm.route.reconcile.report.RouteReporter;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * One route table and the nodes that it serves: shows them to turns, and carries out what turns decide. Only for the thread of the loop.
 */
public final class RouteScope implements Scope<RouteEvent, KnownState, TurnPlan, RouteEffect> {
    /**
     * What the scope uses to look up cached nodes, to start operations and to report; {@code successor}: whether another
     * instance has led before this one.
     */
    public record Parts(NodeIndex nodes, RouteOperations operations, OrphanCheck orphans, RouteReporter reporter,
            RemovalPolicy removals, BooleanSupplier successor) {}

    private final Parts parts;
    private final RouteTurnSteps turn;
    private final boolean dryRun;
    /** What was printed last and its number: no plan depends on them. */
    private TurnPlan printed;
    private long number;
    private boolean begun;

    /** {@code conditions}: whether to write one to nodes without a route. */
    public RouteScope(Parts parts, RoutePlanner planner, RouteTiming timing, boolean dryRun,
            ConditionOptions conditions) {
        this.parts = parts;
        this.dryRun = dryRun;
        this.turn = new RouteTurnSteps(new StateUpdater(parts.operations().table().settle(), timing),
                new TurnPlanner(planner, new ConditionPlanner(conditions), timing, dryRun),
                RemovalStep.of(parts.removals().with(Removal.Kind.UNMANAGED_ROUTE, 0)), timing, dryRun);
    }

    /** Forgets the state of Azure and the events recorded earlier, because another instance may have led since. */
    @Override
    public KnownState begin(Instant now) {
        parts.operations().table().forget();
        parts.reporter().begin();
        printed = null;
        boolean hadLeader = begun || parts.successor().getAsBoolean();
        // A shadow starts again with each check.
        Instant began = dryRun && begun ? Instant.MIN : now;
        begun = true;
        return KnownState.begin(hadLeader ? now.plus(parts.operations().table().settle()) : Instant.MIN,
                KnownState.Progress.NONE.begin(began, parts.orphans().begin(now)));
    }

    @Override
    public List<RouteEvent> observe(Instant now) {
        return List.of(new RouteEvent.ClusterSeen(parts.nodes().seen()),
                new RouteEvent.AzureSeen(parts.operations().table().known()));
    }

    @Override
    public TurnSteps<RouteEvent, KnownState, TurnPlan, RouteEffect> steps() {
        return turn;
    }

    /**
     * Plans that start an operation are always printed; plans that only wait are printed if they differ from the
     * previous one and do not end on their own.
     */
    @Override
    public void print(TurnPlan plan, Instant now) {
        boolean sends = plan.isReady() || !plan.nodes().conditions().isEmpty() || plan.reads().readsTable()
                || plan.reads().network();
        boolean lasts = !(plan.write() instanceof TurnPlan.Write.Waits waits && waits.brief());
        if (sends || lasts && !plan.isSameAs(printed)) {
            number = parts.operations().journal().planned(plan.plan());
            printed = plan;
        }
    }

    @Override
    public void perform(RouteEffect effect, Dispatcher<RouteEvent> dispatcher) {
        RouteOperations operations = parts.operations();
        switch (effect) {
            case RouteEffect.ReadTable(boolean changes) -> start(effect, dispatcher,
                    () -> operations.readTable(changes));
            case RouteEffect.ReadNetwork(var outside, boolean changes) ->
                start(effect, dispatcher, () -> operations.readNetwork(outside, changes));
            case RouteEffect.ReadMachines(var nodes, boolean changes) ->
                start(effect, dispatcher, () -> operations.readMachines(nodes, changes));
            case RouteEffect.WriteConditions(var conditions) ->
                start(effect, dispatcher, () -> operations.writeConditions(conditions));
            case RouteEffect.WriteTable(var plan, boolean changes) -> {
                long asPrinted = number;
                start(effect, dispatcher, () -> operations.write(plan, asPrinted, changes));
            }
            case RouteEffect.AuditOrphans(var observed, var cluster, Instant at) ->
                start(effect, dispatcher, () -> parts.orphans().run(observed, cluster, at));
            case RouteEffect.ReadApprovals(var spent) -> start(effect, dispatcher,
                    () -> new RouteEvent.RemovalsApproved(parts.removals().approvals().read(spent)));
            case RouteEffect.ShowHeldRemovals(var held) -> parts.removals().approvals().report(held);
            case RouteEffect.Show(var report) -> parts.reporter().accept(report);
        }
    }

    private static void start(RouteEffect effect, Dispatcher<RouteEvent> dispatcher, Supplier<RouteEvent> operation) {
        dispatcher.dispatch(effect.lane().orElseThrow(), operation);
    }
}
