package io.azureccm.route.reconcile;

import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.drift.DriftFinding;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.drift.PartsReader;
import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.exec.RemovalStep;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.Lanes;
import io.azureccm.common.reconcile.Scope;
import io.azureccm.route.informer.NodeIndex;
import io.azureccm.route.plan.RoutePlan;
import io.azureccm.route.plan.RoutePlanner;
import io.azureccm.route.reconcile.KnownState.Progress;
import io.azureccm.route.reconcile.KnownState.Sync;
import io.azureccm.route.reconcile.PlanListener.SyncOutcome;
import io.azureccm.route.reconcile.PlanListener.SyncTrigger;
import io.azureccm.route.status.StatusWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One route table and the nodes that it serves: the steps of a turn. Only for the thread of the loop. */
public final class RouteScope implements Scope<RouteEvent, KnownState, TurnPlan> {
    /** The lanes: each runs one read or write at a time. */
    static final String TABLE = "route table";
    static final String TABLE_READ = "read of the route table";
    static final String NETWORK = "virtual network";
    static final String MACHINES = "machines";
    static final String CONDITIONS = "conditions";
    static final String ORPHANS = "orphan audit";

    private static final Logger log = LoggerFactory.getLogger(RouteScope.class);

    /**
     * What the scope uses to look up cached nodes, to start operations and to report; {@code successor}: whether another
     * instance has led before this one.
     */
    public record Parts(NodeIndex nodes, RouteOperations operations, StatusWriter status, OrphanCheck orphans,
            PlanListener listener, RemovalPolicy removals,
            BooleanSupplier successor) {}

    private final Parts parts;
    private final TurnPlanner planner;
    private final RouteTiming timing;
    private final boolean dryRun;
    private final Absorption absorption;
    private final RemovalStep<RouteEvent> removals;
    /** What was printed last and its number: no plan depends on them. */
    private TurnPlan printed;
    private long number;
    private boolean begun;

    /** {@code conditions}: whether to write one to nodes without a route. */
    public RouteScope(Parts parts, RoutePlanner planner, RouteTiming timing, boolean dryRun,
            ConditionOptions conditions) {
        this.parts = parts;
        this.planner = new TurnPlanner(planner, timing, dryRun, conditions);
        this.timing = timing;
        this.dryRun = dryRun;
        this.removals = new RemovalStep<>(parts.removals().with(Removal.Kind.UNMANAGED_ROUTE, 0),
                RouteEvent.RemovalsApproved::new);
        this.absorption = new Absorption(parts.operations().settle(), timing);
    }

    /** Forgets the state of Azure and the events recorded earlier, because another instance may have led since. */
    @Override
    public KnownState begin(Instant now) {
        parts.operations().forgetTable();
        parts.status().begin();
        printed = null;
        boolean hadLeader = begun || parts.successor().getAsBoolean();
        // A shadow starts again with each look.
        Instant began = dryRun && begun ? Instant.MIN : now;
        begun = true;
        return KnownState.begin(hadLeader ? now.plus(parts.operations().settle()) : Instant.MIN,
                KnownState.Progress.NONE.begin(began, parts.orphans().begin(now)));
    }

    @Override
    public List<RouteEvent> observe(Instant now) {
        return List.of(new RouteEvent.ClusterSeen(parts.nodes().seen()),
                new RouteEvent.AzureSeen(parts.operations().knownTable()));
    }

    @Override
    public KnownState absorb(KnownState known, List<RouteEvent> events, Instant now) {
        KnownState next = absorption.absorb(known, events, now);
        Progress progress = next.progress();
        for (RouteEvent event : events) {
            Optional<Sync> sync = sync(event, known);
            if (sync.isPresent())
                progress = progress.with(sync.get());
        }
        return next.with(progress);
    }

    @Override
    public TurnPlan plan(KnownState known, Lanes underWay, Instant now) {
        return planner.plan(known, underWay, now);
    }

    /**
     * Plans that start an operation are always printed; plans that only wait are printed if they differ from the
     * previous one and do not end on their own.
     */
    @Override
    public void print(TurnPlan plan) {
        boolean sends = plan.isReady() || !plan.nodes().conditions().isEmpty() || plan.reads().readsTable()
                || plan.reads().network();
        boolean lasts = !(plan.write() instanceof TurnPlan.Write.Waits waits && waits.brief());
        if (sends || lasts && !plan.isSameAs(printed)) {
            number = parts.operations().print(plan.plan());
            printed = plan;
        }
    }

    @Override
    public KnownState dispatch(KnownState known, TurnPlan plan, Dispatcher<RouteEvent> dispatcher, Instant now) {
        RouteOperations operations = parts.operations();
        boolean changes = !known.nodes().changed().isEmpty();
        if (plan.reads().readsTable())
            dispatcher.dispatch(TABLE_READ, () -> operations.readTable(changes));
        if (plan.reads().network())
            dispatcher.dispatch(NETWORK,
                    () -> operations.readNetwork(plan.routes().orElseThrow().lookups().outside(), changes));
        if (!plan.reads().machines().isEmpty())
            dispatcher.dispatch(MACHINES, () -> operations.readMachines(plan.reads().machines(), changes));
        if (!plan.nodes().conditions().isEmpty())
            dispatcher.dispatch(CONDITIONS, () -> operations.writeConditions(plan.nodes().conditions()));
        if (plan.isReady()) {
            long asPrinted = number;
            dispatcher.dispatch(TABLE, () -> operations.write(plan.plan(), asPrinted, changes));
        }
        boolean full = plan.routes().filter(routes -> routes.counts().full()).isPresent();
        KnownState next = known.with(known.writes().with(full ? plan.rejected().full(now) : plan.rejected()))
                .with(compared(known, plan));
        if (!plan.reads().machines().isEmpty())
            next = next.with(next.machines().awaitedSince(now));
        return plan.isReady() || plan.isInPlace() ? next.with(known.nodes().collected()) : next;
    }

    private static Progress compared(KnownState known, TurnPlan plan) {
        Progress progress = known.progress();
        Instant reading = known.reads().lastGood();
        boolean isNew = !known.nodes().changed().isEmpty() || !reading.equals(progress.compared());
        if (!plan.isReady() && !(plan.isInPlace() && isNew))
            return progress;
        SyncTrigger trigger = trigger(known);
        Progress next = progress.comparing(reading, trigger);
        return plan.isInPlace() ? next.with(new Sync(trigger, SyncOutcome.NOOP)) : next;
    }

    @Override
    public KnownState project(KnownState known, TurnPlan plan, Dispatcher<RouteEvent> dispatcher, Instant now) {
        Optional<PlanOutcome> news = known.writes().news();
        if (!dryRun && (news.isPresent() || plan.isInPlace()))
            parts.status().reportDrift(DriftFinding.of(news.stream().toList()));
        known.progress().ended().forEach(each -> parts.listener().synced(each.trigger(), each.outcome()));
        KnownState withReports = known.with(known.writes().reported()).with(known.progress().counted());
        if (plan.routes().isEmpty())
            return withReports;
        RoutePlan routes = plan.routes().get();
        KnownState withRemovals = withReports.with(
                removals.take(withReports.removals(), routes.assessment(),
                        plan.isInPlace() && !dispatcher.isBusy(TABLE),
                        dispatcher, now));
        LastKnownGood.Planned learned = known.table()
                .lastKnownGood()
                .planned(PartsReader.ELEMENTS, routes.plan(), routes.reading());
        parts.listener().drifted(learned.fresh());
        parts.listener().refused(routes.plan().refusals());
        parts.listener().waiting(known.writes().rejected().isWaiting(now));
        if (known.progress().audit().filter(due -> !due.isAfter(now)).isPresent() && !dispatcher.isBusy(ORPHANS))
            dispatcher.dispatch(ORPHANS, () -> parts.orphans()
                    .run(known.table().observed().orElseThrow(), known.nodes().cluster(), now));
        if (!dryRun) {
            parts.status().reportOutsideClusterCidr(routes.nodes());
            parts.status()
                    .report(plan.nodes().results(),
                            known.writes().failure().map(FailedWrite::took).orElse(Duration.ZERO));
            parts.listener().planned(routes, plan.nodes().results().values());
        }
        return withRemovals.with(learned.after())
                .with(logged(withRemovals.progress(), routes, isSettled(known, plan), now));
    }

    @Override
    public Instant nextTurn(KnownState known, TurnPlan plan, Instant now) {
        Stream<Instant> moments = Stream.of(
                plan.write() instanceof TurnPlan.Write.Waits waits ? Stream.of(waits.until()) : Stream.<Instant>empty(),
                known.memory().settling().values().stream(), known.writes().rejected().due(now).stream(),
                known.writes().unknown().map(UnknownWrite::until).stream(),
                known.reads().retry().dueAt().stream(),
                Stream.of(known.reads().lastGood().plus(NodeProjection.FRESH), known.reads().currentFrom()),
                known.memory().retry().dueAt().stream(), known.removals().due().stream(),
                known.progress().audit().stream()).flatMap(each -> each);
        Instant latest = now.plus(timing.driftPeriod());
        return moments.filter(now::isBefore).filter(latest::isAfter).min(Instant::compareTo).orElse(latest);
    }

    /** A write that was not sent, as in a dry run, is none. */
    private static Optional<Sync> sync(RouteEvent event, KnownState known) {
        return switch (event) {
            case RouteEvent.TableRead read when read.failure().isPresent() ->
                Optional.of(new Sync(trigger(known), SyncOutcome.ERROR));
            case RouteEvent.TableWritten(PlanOutcome result, var _) when result.outcomes()
                    .values()
                    .stream()
                    .noneMatch(Outcome.NotAttempted.class::isInstance) ->
                Optional.of(new Sync(known.progress().trigger(),
                        result.allGood() ? SyncOutcome.CHANGED : SyncOutcome.ERROR));
            default -> Optional.empty();
        };
    }

    private static SyncTrigger trigger(KnownState known) {
        if (!known.nodes().changed().isEmpty())
            return SyncTrigger.NODE_CHANGE;
        return known.writes().failure().isPresent() ? known.progress().trigger() : SyncTrigger.PERIODIC;
    }

    private static boolean isSettled(KnownState known, TurnPlan plan) {
        return plan.isInPlace() && plan.nodes().conditions().isEmpty() || known.writes().shown().isPresent();
    }

    /** Logs when a start is over, to measure how long it takes, and that no subnet uses the table. */
    private static Progress logged(Progress progress, RoutePlan plan, boolean settled, Instant now) {
        Progress next = progress;
        if (settled && !progress.began().equals(Instant.MIN)) {
            log.info("The first plan was made after {} ms", Duration.between(progress.began(), now).toMillis());
            next = next.begun();
        }
        boolean detached = plan.counts().nodeRoutes() > 0 && plan.counts().subnets() == 0;
        if (detached && !progress.detached())
            log.warn(
                    "{}: no subnet uses this route table, so its routes have no effect; this controller never attaches a table to a subnet",
                    plan.plan().scope());
        return next.detached(detached);
    }
}
