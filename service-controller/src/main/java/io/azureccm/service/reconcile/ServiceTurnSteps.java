package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.removal.RemovalStep;
import io.azureccm.common.exec.OperationReasons;
import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.common.reconcile.turn.TurnSteps;
import io.azureccm.service.observed.read.AzureReading;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.reconcile.known.Requests;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.reconcile.turn.BackendReads;
import io.azureccm.service.reconcile.turn.Preparation;
import io.azureccm.service.reconcile.turn.ServiceEffect;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.reconcile.turn.TurnPlanner;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The steps of a turn of the Services. */
public final class ServiceTurnSteps implements TurnSteps<ServiceEvent, KnownState, TurnPlan, ServiceEffect> {
    static final CallReason ORPHANS = new CallReason(CallPriority.BACKGROUND, "OrphanAudit");

    private final StateUpdater updater;
    private final ResultReporting reporting;
    private final TurnPlanner planner;
    private final OrphanAudits orphans;
    private final DrainConditions drains;
    private final RemovalStep removals;
    private final BackendReads backends;
    private final Settings settings;

    /** Settings of turns; {@code healthCallsPerHour}: for how many rules of a load balancer Azure is asked which backends are up. */
    public record Settings(ServiceTiming timing, boolean dryRun, int healthCallsPerHour) {}

    public ServiceTurnSteps(StateUpdater updater, ResultReporting reporting, ServicePlanner planner,
            OrphanAudits orphans, DrainConditions drains, RemovalStep removals, Settings settings) {
        this.updater = updater;
        this.reporting = reporting;
        this.planner = new TurnPlanner(planner, settings.timing(), settings.dryRun());
        this.orphans = orphans;
        this.drains = drains;
        this.removals = removals;
        this.backends = new BackendReads(settings.dryRun() ? 0 : settings.healthCallsPerHour());
        this.settings = settings;
    }

    /** This instance starts to lead. */
    KnownState begin(Instant now) {
        return backends.begin(updater.begin(now), now);
    }

    /** Writes in flight go on, and addresses and deletions still wait for them. */
    KnownState startOver(KnownState begun, KnownState before) {
        return begun.with(begun.memory().with(begun.memory().writes().alsoUnderWay(before.memory().writes())));
    }

    @Override
    public KnownState update(KnownState known, List<ServiceEvent> events, Instant now) {
        return updater.update(known, events, now);
    }

    @Override
    public TurnPlan plan(KnownState known, Lanes underWay, Instant now) {
        return planner.plan(withoutLostWrites(known, underWay), underWay, now);
    }

    @Override
    public Result<KnownState, ServiceEffect> decide(KnownState known, TurnPlan plan, Lanes underWay, Instant now) {
        Effect.Collector<ServiceEffect> effects = new Effect.Collector<>(underWay);
        KnownState started = start(withoutLostWrites(known, underWay), plan, effects, now);
        KnownState next = settings.dryRun()
                ? started.with(started.requests().answered(started.requests().open().keySet()))
                : reporting.report(drains.write(started, effects, now), plan, effects, now);
        effects.add(new ServiceEffect.Show(next.cluster(), next.reports()));
        return new Result<>(next.reported(), effects.effects());
    }

    /** A write that ended without an event is under way no more once its lane is free. */
    private static KnownState withoutLostWrites(KnownState known, Lanes underWay) {
        WriteMemory writes = known.memory().writes();
        WriteMemory left = writes.in(underWay);
        return left == writes ? known : known.with(known.memory().with(left));
    }

    private KnownState start(KnownState known, TurnPlan plan, Effect.Collector<ServiceEffect> effects, Instant now) {
        KnownState next = learned(known.with(known.memory().with(known.memory().refusals().planned())), plan);
        effects.add(new ServiceEffect.KeepResponses(known.azure().responses().used()));
        plan.reading()
                .filter(reading -> !effects.isBusy(ServiceEffect.READING) && !now.isBefore(known.azure().nextRead()))
                .ifPresent(reading -> effects.add(read(known, reading)));
        for (Preparation preparation : plan.preparations()) {
            if (!effects.isBusy(preparation.uid()))
                effects.add(new ServiceEffect.Prepare(preparation,
                        next.memory().reported().statuses().of(preparation.uid())));
        }
        Map<ArmId, CallReason> reasons = plan.services()
                .map(each -> OperationReasons.of(each.plan()))
                .orElse(Map.of());
        for (Operation operation : plan.ready()) {
            CallReason reason = known.orphans().isEmpty() ? reasons.get(operation.target()) : ORPHANS;
            next = write(next, plan, operation, reason, effects, now);
        }
        if (next.quotas().isDue(now) && !effects.isBusy(ServiceEffect.QUOTAS))
            effects.add(new ServiceEffect.ReadQuotas());
        next = backends.start(next, plan, effects, now);
        effects.add(new ServiceEffect.YieldCalls(PriorityPreemption.urgency(next, plan)));
        boolean idle = plan.reading().isEmpty() && !plan.isPending() && next.memory().writes().underWay().isEmpty();
        if (idle)
            effects.add(new ServiceEffect.NothingToWrite());
        if (plan.services().isPresent())
            next = removals(next, plan.services().get(), idle, effects, now);
        // A resource whose removal is held may look like an orphan, so there is no audit meanwhile.
        return idle && next.memory().removals().held().isEmpty()
                ? orphans.startIfDue(next, effects, now)
                : next;
    }

    private static KnownState learned(KnownState known, TurnPlan plan) {
        if (plan.services().isEmpty())
            return known;
        LastKnownGood.Planned learned = known.lastKnownGood()
                .planned(StateUpdater.PARTS, plan.services().get().plan(), plan.services().get().reading());
        KnownState next = known.with(learned.after());
        return learned.fresh() > 0 ? next.reporting(new Report.DriftFound(learned.fresh())) : next;
    }

    private static ServiceEffect read(KnownState known, AzureReading reading) {
        return new ServiceEffect.ReadAzure(reading, known.subject(), known.azure().responses().memory(),
                ReadReason.of(known));
    }

    private KnownState removals(KnownState known, ServicePlan plan, boolean idle,
            Effect.Collector<ServiceEffect> effects, Instant now) {
        RemovalStep.Taken taken = removals.take(known.memory().removals(), plan.assessment(),
                new RemovalStep.Turn(idle, effects.isBusy(RemovalStep.LANE), now));
        taken.shown().map(ServiceEffect.ShowHeldRemovals::new).ifPresent(effects::add);
        taken.spent().map(ServiceEffect.ReadApprovals::new).ifPresent(effects::add);
        return known.with(known.memory().with(taken.memory()));
    }

    private static KnownState write(KnownState known, TurnPlan plan, Operation operation, CallReason reason,
            Effect.Collector<ServiceEffect> effects, Instant now) {
        ServicePlan whole = plan.services().orElseThrow();
        effects.add(new ServiceEffect.WriteAzure(operation, whole.plan().scope(), whole.needsAnotherPlan(), reason));
        boolean shared = !operation.target().hasType(ArmTypes.PUBLIC_IP);
        KnownState sent = known.with(known.memory().with(known.memory().writes().sent(operation)))
                .with(retried(known, operation, now));
        boolean partial = plan.batching().isPartial() && operation.target().hasType(ArmTypes.LOAD_BALANCER);
        if (partial)
            sent = sent.with(sent.memory()
                    .with(new Memory.Batch(Optional.empty(), sent.memory().batch().partial() + 1)));
        return shared ? sent.with(sent.requests().closed()) : sent;
    }

    /** Services that depend on a retried write wait for a result again, unless they are served without it. */
    private static Requests retried(KnownState known, Operation operation, Instant now) {
        if (known.memory()
                .writes()
                .of(operation.target())
                .filter(write -> !write.isIncidental(operation))
                .isEmpty())
            return known.requests();
        return known.requests()
                .retried(known.cluster()
                        .clusterState()
                        .uids(service -> operation.subjects().contains(service.subject())), now);
    }

    @Override
    public Instant nextTurn(KnownState known, TurnPlan plan, Instant now) {
        if (known.memory().refusals().isToBePlannedAgain() || known.lastRefresh().equals(Instant.MIN))
            return now;
        Memory memory = known.memory();
        Stream<Optional<Instant>> moments = Stream.of(memory.retries().nextDue(now), memory.writes().nextDue(now),
                memory.rejections().nextDue(now), memory.ipTags().nextDue(), known.requests().nextSettled(now),
                known.requests().window().map(window -> window.closes(settings.timing())),
                plan.batching().due(), memory.removals().due(),
                Optional.of(known.quotas().due()), known.addressesDue(), memory.conditions().failures().nextDue(),
                known.azure().failure().map(KnownAzure.Failure::until),
                plan.reading().map(reading -> known.azure().nextRead()),
                known.azure().responses().orphans().due(), memory.seen().draining().nextChange(),
                memory.conditions().drains().due(), memory.conditions().backends().due());
        Instant drift = known.lastRefresh().isBefore(now) && !known.lastRefresh().equals(Instant.MIN)
                ? known.lastRefresh().plus(settings.timing().driftPeriod())
                : now.plus(settings.timing().driftPeriod());
        return moments.flatMap(Optional::stream)
                .filter(at -> at.isAfter(now))
                .filter(drift::isAfter)
                .min(Instant::compareTo)
                .orElse(drift);
    }
}
