package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.exec.OperationReasons;
import io.azureccm.common.exec.RemovalStep;
import io.azureccm.common.exec.ResourceLanes;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.Lanes;
import io.azureccm.common.reconcile.Scope;
import io.azureccm.service.metrics.ReconcileListener;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.UsedLimits;
import io.azureccm.service.reconcile.known.AzureReading;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.Rejections;
import io.azureccm.service.reconcile.known.Requests;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.turn.Preparation;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.reconcile.turn.TurnPlanner;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The scope of the load balancers of a cluster and everything around them: public IPs, pools, the security group, private links. Absorbs
 * changes, plans everything again, and sends what can be sent.
 */
final class ServiceScope implements Scope<ServiceEvent, KnownState, TurnPlan> {
    /** The lane for reads of Azure. */
    static final String READING = "reading";
    private static final Logger log = LoggerFactory.getLogger(ServiceScope.class);
    private static final CallReason ORPHANS = new CallReason(CallPriority.BACKGROUND, "OrphanAudit");

    private final Absorption absorption;
    private final Projection projection;
    private final ServiceOperations operations;
    private final TurnPlanner planner;
    private final OrphanAudits orphans;
    private final QuotaReads quotas;
    private final Watchers watchers;
    private final Settings settings;
    private final RemovalStep<ServiceEvent> removals;
    private TurnPlan printed = TurnPlan.NOTHING;
    private Rejections plannedWith = Rejections.NONE;
    private long number;
    private Instant began = Instant.MIN;
    private boolean firstPlanLogged;

    /** Settings of the scope; {@code scope} is its name in plans, {@code securityGroup} the name of the security group. */
    record Settings(ServiceTiming timing, boolean dryRun, String scope, String securityGroup) {}

    /** Receivers of planning results: listeners, calls that wait, the holder of a lease while Azure is written to, and drained Nodes. */
    record Watchers(ReconcileListener listener, CallWaits waits, PriorityPreemption preemption, Runnable idle,
            InstantSource clock, RemovalPolicy removals, DrainConditions drains) {}

    ServiceScope(Absorption absorption, Projection projection, ServiceOperations operations, ServicePlanner planner,
            OrphanAudits orphans, QuotaReads quotas, Watchers watchers, Settings settings) {
        this.absorption = absorption;
        this.projection = projection;
        this.operations = operations;
        this.planner = new TurnPlanner(planner, settings.timing(), settings.dryRun());
        this.orphans = orphans;
        this.quotas = quotas;
        this.watchers = watchers;
        this.settings = settings;
        this.removals = new RemovalStep<>(watchers.removals(), ServiceEvent.RemovalsApproved::new);
    }

    @Override
    public KnownState begin(Instant now) {
        printed = TurnPlan.NOTHING;
        began = now;
        projection.begin();
        orphans.begin(now);
        return absorption.begin(now);
    }

    @Override
    public List<ServiceEvent> observe(Instant now) {
        return absorption.observe();
    }

    @Override
    public KnownState absorb(KnownState known, List<ServiceEvent> events, Instant now) {
        return absorption.absorb(known, events, now);
    }

    @Override
    public TurnPlan plan(KnownState known, Lanes underWay, Instant now) {
        Instant begun = watchers.clock().instant();
        TurnPlan plan = planner.plan(known, underWay, now);
        plannedWith = known.memory().rejections();
        if (plan.services().isPresent())
            watchers.listener().planned(Duration.between(begun, watchers.clock().instant()));
        watchers.listener().draining(draining(known));
        watchers.listener().waiting(known.memory().rejections().waiting(now));
        if (plan.services().isPresent())
            known.azure()
                    .everything()
                    .map(azure -> UsedLimits.of(azure, settings.securityGroup(), known.quotas().used()))
                    .ifPresent(watchers.listener()::limits);
        return plan;
    }

    private static Map<DrainReason, Integer> draining(KnownState known) {
        Map<DrainReason, Integer> counts = new EnumMap<>(DrainReason.class);
        known.cluster()
                .clusterState()
                .draining()
                .values()
                .forEach(drain -> counts.merge(drain.reason(), 1, Integer::sum));
        return counts;
    }

    /** A plan that only continues the previous one is not printed again. */
    @Override
    public void print(TurnPlan plan) {
        if (plan.services().isEmpty()) {
            plan.reading()
                    .ifPresent(reading -> log.debug("{}: reading {} first", settings.scope(), reading.describe()));
            return;
        }
        watchers.waits().planned(plan.services().get());
        watchers.listener().refused(plan.services().get().plan().refusals());
        if (plan.isRemainderOf(printed)) {
            if (plan.isDone() && !printed.isDone()) {
                operations.nothingLeft(plan.printable(settings.scope()));
                printed = plan;
            }
            return;
        }
        number = settings.dryRun()
                ? operations.printOnly(plan.printable(settings.scope()))
                : operations.print(plan.printable(settings.scope()));
        printed = plan;
    }

    /** This log line shows how long a start takes. */
    private void logFirstPlan(TurnPlan plan, Instant now) {
        if (firstPlanLogged || plan.reading().isPresent())
            return;
        firstPlanLogged = true;
        log.info("The first plan was made after {} ms", Duration.between(began, now).toMillis());
    }

    @Override
    public KnownState dispatch(KnownState known, TurnPlan plan, Dispatcher<ServiceEvent> dispatcher, Instant now) {
        KnownState next = known;
        logFirstPlan(plan, now);
        if (plan.services().isPresent()) {
            LastKnownGood.Planned learned = known.lastKnownGood()
                    .planned(Absorption.PARTS, plan.services().get().plan(), plan.services().get().reading());
            watchers.listener().drifted(learned.fresh());
            next = next.with(learned.after());
        }
        plan.reading()
                .filter(reading -> !dispatcher.isBusy(READING) && !now.isBefore(known.azure().nextRead()))
                .ifPresent(reading -> read(known, reading, dispatcher));
        for (Preparation preparation : plan.preparations()) {
            if (!dispatcher.isBusy(preparation.uid()))
                dispatcher.dispatch(preparation.uid(), () -> operations.prepare(preparation));
        }
        Map<ArmId, CallReason> reasons = plan.services()
                .map(each -> OperationReasons.of(each.plan()))
                .orElse(Map.of());
        for (Operation operation : plan.ready()) {
            CallReason reason = known.orphans().isEmpty() ? reasons.get(operation.target()) : ORPHANS;
            next = write(next, plan, operation, reason, dispatcher, now);
        }
        quotas.dispatch(next, dispatcher, now);
        watchers.preemption().forWaiting(next, plan);
        boolean idle = plan.reading().isEmpty() && !plan.isPending() && next.memory().writes().underWay().isEmpty();
        if (idle)
            watchers.idle().run();
        if (plan.services().isPresent())
            next = next.with(next.memory()
                    .with(removals.take(next.memory().removals(), plan.services().get().assessment(), idle, dispatcher,
                            now)));
        // A resource whose removal is held may look like an orphan, so there is no audit meanwhile.
        return idle && next.memory().removals().held().isEmpty()
                ? orphans.startIfDue(next, dispatcher, operations, now)
                : next;
    }

    private void read(KnownState known, AzureReading reading, Dispatcher<ServiceEvent> dispatcher) {
        ObservedStateReader.Subject subject = known.subject();
        CallReason reason = ReadReason.of(known);
        dispatcher.dispatch(READING, () -> operations.read(reading, subject, reason));
    }

    private KnownState write(KnownState known, TurnPlan plan, Operation operation, CallReason reason,
            Dispatcher<ServiceEvent> dispatcher, Instant now) {
        Plan whole = plan.services().orElseThrow().plan();
        ServiceOperations.Printed as = new ServiceOperations.Printed(number, whole.scope(),
                known.subject().groups(), plan.services().get().makesWay());
        operations.sent(number);
        dispatcher.dispatch(ResourceLanes.laneOf(operation.target()).key(),
                () -> operations.write(operation, as, reason));
        boolean shared = !operation.target().hasType(ArmTypes.PUBLIC_IP);
        KnownState sent = known.with(known.memory().with(known.memory().writes().sent(operation)))
                .with(retried(known, operation, now));
        boolean partial = plan.batching().isPartial() && operation.target().hasType(ArmTypes.LOAD_BALANCER);
        if (partial)
            sent = sent.with(sent.memory()
                    .with(new Memory.Batch(Optional.empty(), sent.memory().batch().partial() + 1)));
        return shared ? sent.with(sent.requests().closed()) : sent;
    }

    /** Services that depend on a retried write wait for a result again. */
    private static Requests retried(KnownState known, Operation operation, Instant now) {
        if (known.memory().writes().of(operation.target()).isEmpty())
            return known.requests();
        return known.requests()
                .retried(known.cluster()
                        .clusterState()
                        .services()
                        .stream()
                        .filter(service -> operation.subjects().contains(service.subject()))
                        .map(service -> service.uid())
                        .toList(), now);
    }

    @Override
    public KnownState project(KnownState known, TurnPlan plan, Dispatcher<ServiceEvent> dispatcher, Instant now) {
        if (settings.dryRun())
            return known.reported().with(known.requests().answered(known.requests().open().keySet()));
        KnownState drained = watchers.drains().dispatch(known, dispatcher, now);
        return projection.project(drained, plan, dispatcher, operations, now);
    }

    @Override
    public Instant nextTurn(KnownState known, TurnPlan plan, Instant now) {
        if (!known.memory().rejections().equals(plannedWith) || known.lastLook().equals(Instant.MIN))
            return now;
        Memory memory = known.memory();
        Stream<Optional<Instant>> moments = Stream.of(memory.retries().nextDue(now), memory.writes().nextDue(now),
                memory.rejections().nextDue(now), memory.ipTags().nextDue(), known.requests().nextSettled(now),
                known.requests().window().map(window -> window.closes(settings.timing())),
                plan.batching().due(), memory.removals().due(),
                Optional.of(known.quotas().due()), known.addressesDue(), memory.conditions().failures().nextDue(),
                known.azure().failure().map(KnownAzure.Failure::until),
                plan.reading().map(reading -> known.azure().nextRead()),
                orphans.due(now), memory.seen().draining().nextChange(),
                memory.conditions().drains().due());
        Instant drift = known.lastLook().isBefore(now) && !known.lastLook().equals(Instant.MIN)
                ? known.lastLook().plus(settings.timing().driftPeriod())
                : now.plus(settings.timing().driftPeriod());
        return moments.flatMap(Optional::stream)
                .filter(at -> at.isAfter(now))
                .filter(drift::isAfter)
                .min(Instant::compareTo)
                .orElse(drift);
    }
}
