package io.azureccm.route.reconcile;

import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.drift.DriftFinding;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.drift.PartsReader;
import io.azureccm.common.core.removal.RemovalStep;
import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.common.reconcile.turn.TurnSteps;
import io.azureccm.route.observed.NetworkRanges;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.plan.RoutePlan;
import io.azureccm.route.reconcile.KnownState.Progress;
import io.azureccm.route.reconcile.report.RouteReport.SyncOutcome;
import io.azureccm.route.reconcile.report.RouteReport.SyncTrigger;
import io.azureccm.route.reconcile.report.RouteReport;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.status.NodeResult;
import io.azureccm.route.status.ReportedProblems;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The steps of a turn of the route table. */
record RouteTurnSteps(StateUpdater updater, TurnPlanner planner, RemovalStep removals, RouteTiming timing,
        boolean dryRun) implements TurnSteps<RouteEvent, KnownState, TurnPlan, RouteEffect> {
    @Override
    public KnownState update(KnownState known, List<RouteEvent> events, Instant now) {
        KnownState next = updater.update(known, events, now);
        for (RouteEvent event : events) {
            Optional<RouteReport> sync = sync(event, known);
            if (sync.isPresent())
                next = next.reporting(sync.get());
        }
        return next;
    }

    @Override
    public TurnPlan plan(KnownState known, Lanes underWay, Instant now) {
        return planner.plan(known, underWay, now);
    }

    @Override
    public Result<KnownState, RouteEffect> decide(KnownState before, TurnPlan plan, Lanes underWay, Instant now) {
        Effect.Collector<RouteEffect> effects = new Effect.Collector<>(underWay);
        start(before, plan, effects);
        KnownState known = started(before, plan, underWay, now);
        Optional<PlanOutcome> news = known.writes().news();
        if (!dryRun && (news.isPresent() || plan.isInPlace())) {
            ReportedProblems.Told told = known.memory().reported().drifted(DriftFinding.of(news.stream().toList()));
            told.messages().forEach((node, message) -> show(effects, new RouteReport.Drifted(node, message)));
            known = known.with(known.memory().with(told.after()));
        }
        known.progress().reports().forEach(report -> show(effects, report));
        known = known.with(known.writes().reported()).with(known.progress().reported());
        return new Result<>(plan.routes().isEmpty() ? known : reported(known, plan, effects, now), effects.effects());
    }

    private static void start(KnownState known, TurnPlan plan, Effect.Collector<RouteEffect> effects) {
        boolean changes = trigger(known) == SyncTrigger.NODE_CHANGE;
        if (plan.reads().readsTable())
            effects.add(new RouteEffect.ReadTable(changes));
        if (plan.reads().network())
            effects.add(new RouteEffect.ReadNetwork(plan.routes().orElseThrow().lookups().outside(), changes));
        if (!plan.reads().machines().isEmpty())
            effects.add(new RouteEffect.ReadMachines(plan.reads().machines(), changes));
        if (!plan.nodes().conditions().isEmpty())
            effects.add(new RouteEffect.WriteConditions(plan.nodes().conditions()));
        if (plan.isReady())
            effects.add(new RouteEffect.WriteTable(plan.plan(), changes));
    }

    private static KnownState started(KnownState known, TurnPlan plan, Lanes underWay, Instant now) {
        boolean full = plan.routes().filter(routes -> routes.counts().full()).isPresent();
        WriteAttempts writes = known.writes().with(full ? plan.rejected().full(now) : plan.rejected());
        KnownState next = known.with(plan.isInPlace() ? writes.inPlace(known.observed()) : writes)
                .with(compared(known, plan));
        if (!plan.reads().machines().isEmpty())
            next = next.with(next.machines().awaitedSince(now));
        else if (!underWay.isBusy(RouteEffect.MACHINES))
            next = next.with(next.machines().awaitingNone());
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
        return plan.isInPlace() ? next.reporting(new RouteReport.Synced(trigger, SyncOutcome.NOOP)) : next;
    }

    private KnownState reported(KnownState known, TurnPlan plan, Effect.Collector<RouteEffect> effects, Instant now) {
        RoutePlan routes = plan.routes().orElseThrow();
        RemovalStep.Taken taken = removals.take(known.removals(), routes.assessment(),
                new RemovalStep.Turn(plan.isInPlace() && !effects.isBusy(RouteEffect.TABLE),
                        effects.isBusy(RemovalStep.LANE), now));
        taken.shown().map(RouteEffect.ShowHeldRemovals::new).ifPresent(effects::add);
        taken.spent().map(RouteEffect.ReadApprovals::new).ifPresent(effects::add);
        LastKnownGood.Planned learned = known.table()
                .lastKnownGood()
                .planned(PartsReader.ELEMENTS, routes.plan(), routes.reading());
        show(effects, new RouteReport.DriftFound(learned.fresh()));
        show(effects, new RouteReport.Refused(routes.plan().refusals()));
        show(effects, new RouteReport.Waiting(known.writes().rejected().isWaiting(now)));
        if (known.progress().audit().filter(due -> !due.isAfter(now)).isPresent()
                && !effects.isBusy(RouteEffect.ORPHANS))
            effects.add(new RouteEffect.AuditOrphans(known.observed().orElseThrow(),
                    known.cluster(), now));
        KnownState next = known.with(taken.memory()).with(learned.after());
        if (!dryRun)
            next = next.with(next.memory().with(ofNodes(known, plan, routes, effects)));
        return next.with(logged(next.progress(), routes, isSettled(known, plan), effects, now));
    }

    private static ReportedProblems ofNodes(KnownState known, TurnPlan plan, RoutePlan routes,
            Effect.Collector<RouteEffect> effects) {
        routes.nodes()
                .forEach(node -> show(effects, new RouteReport.OutsideClusterCidr(node.node(), node.outside())));
        Map<NodeFacts, NodeResult> results = plan.nodes().results();
        Map<String, List<NodeResult.Failure>> failures = new LinkedHashMap<>();
        results.forEach((node, result) -> failures.put(node.uid(), result.problems()));
        ReportedProblems next = known.memory()
                .reported()
                .failing(failures, known.writes()
                        .failure()
                        .map(WriteAttempts.FailedWrite::took)
                        .orElse(Duration.ZERO));
        show(effects, new RouteReport.Nodes(
                results.keySet().stream().map(NodeFacts::uid).collect(Collectors.toSet())));
        results.keySet()
                .forEach(node -> show(effects, new RouteReport.RoutesFailed(node, next.failed().get(node.uid()))));
        show(effects, new RouteReport.Planned(routes, List.copyOf(results.values())));
        return next;
    }

    private static void show(Effect.Collector<RouteEffect> effects, RouteReport report) {
        effects.add(new RouteEffect.Show(report));
    }

    @Override
    public Instant nextTurn(KnownState known, TurnPlan plan, Instant now) {
        Stream<Instant> moments = Stream.of(
                plan.write() instanceof TurnPlan.Write.Waits waits ? Stream.of(waits.until()) : Stream.<Instant>empty(),
                known.observed().flatMap(ObservedState::network).map(NetworkRanges::dueForFurther).stream(),
                known.memory().settling().values().stream(), known.writes().rejected().due(now).stream(),
                known.writes().unknown().map(WriteAttempts.UnknownWrite::until).stream(),
                known.reads().retry().dueAt().stream(),
                Stream.of(known.reads().lastGood().plus(NodeResults.FRESH), known.reads().currentFrom()),
                known.memory().retries().values().stream().flatMap(each -> each.dueAt().stream()),
                known.removals().due().stream(),
                known.progress().audit().stream()).flatMap(each -> each);
        Instant latest = now.plus(timing.driftPeriod());
        return moments.filter(now::isBefore).filter(latest::isAfter).min(Instant::compareTo).orElse(latest);
    }

    /** A write that was not sent, as in a dry run, is none. */
    private static Optional<RouteReport> sync(RouteEvent event, KnownState known) {
        return switch (event) {
            case RouteEvent.TableRead read when read.failure().isPresent() ->
                Optional.of(new RouteReport.Synced(trigger(known), SyncOutcome.ERROR));
            case RouteEvent.TableWritten write when write.result()
                    .outcomes()
                    .values()
                    .stream()
                    .noneMatch(Outcome.NotAttempted.class::isInstance) ->
                Optional.of(new RouteReport.Synced(known.progress().trigger(),
                        known.writes().judged(write).result().allGood() ? SyncOutcome.CHANGED : SyncOutcome.ERROR));
            default -> Optional.empty();
        };
    }

    private static SyncTrigger trigger(KnownState known) {
        if (!known.nodes().changed().isEmpty())
            return SyncTrigger.NODE_CHANGE;
        return known.writes().isRepeated() ? known.progress().trigger() : SyncTrigger.PERIODIC;
    }

    private static boolean isSettled(KnownState known, TurnPlan plan) {
        return plan.isInPlace() && plan.nodes().conditions().isEmpty() || known.writes().shown().isPresent();
    }

    /** Reports when a start is over, to measure how long it takes, and that no subnet uses the table. */
    private static Progress logged(Progress progress, RoutePlan plan, boolean settled,
            Effect.Collector<RouteEffect> effects, Instant now) {
        Progress next = progress;
        if (settled && !progress.began().equals(Instant.MIN)) {
            show(effects, new RouteReport.FirstPlan(Duration.between(progress.began(), now)));
            next = next.begun();
        }
        boolean detached = plan.counts().nodeRoutes() > 0 && plan.counts().subnets() == 0;
        if (detached && !progress.detached())
            show(effects, new RouteReport.NoSubnet(plan.plan().scope()));
        return next.detached(detached);
    }
}
