package io.azureccm.service.reconcile;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.exec.OperationReasons;
import io.azureccm.common.exec.RemovalStep;
import io.azureccm.common.exec.ResourceLanes;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.Lanes;
import io.azureccm.common.reconcile.Scope;
import io.azureccm.service.observed.read.ObservedStateAssembly;
import io.azureccm.service.observed.read.ReadMemory;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.reconcile.known.AzureReading;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.reconcile.known.Requests;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.report.PlanPrinter;
import io.azureccm.service.reconcile.report.ReportEmitter;
import io.azureccm.service.reconcile.turn.Preparation;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.reconcile.turn.TurnPlanner;
import io.azureccm.service.status.StatusWrite;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The scope of the load balancers of a cluster and everything around them: public IPs, pools, the security group, private links. Absorbs
 * changes, plans everything again, and sends what can be sent.
 */
final class ServiceScope implements Scope<ServiceEvent, KnownState, TurnPlan> {
    /** The lane for reads of Azure. */
    static final String READING = "reading";
    private static final CallReason ORPHANS = new CallReason(CallPriority.BACKGROUND, "OrphanAudit");

    private final Absorption absorption;
    private final ResultProjection projection;
    private final ServiceOperations operations;
    private final TurnPlanner planner;
    private final OrphanAudits orphans;
    private final QuotaReads quotas;
    private final Watchers watchers;
    private final Settings settings;
    private final RemovalStep<ServiceEvent> removals;

    /** Settings of the scope. */
    record Settings(ServiceTiming timing, boolean dryRun) {}

    /**
     * Receivers of what a turn decides: the printer, the emitter of reports, calls that wait, the holder of a lease while Azure is written
     * to, held removals, and drained Nodes.
     */
    record Watchers(PlanPrinter printer, ReportEmitter reports, CallQueue calls, Runnable idle,
            RemovalPolicy removals, DrainConditions drains) {}

    ServiceScope(Absorption absorption, ResultProjection projection, ServiceOperations operations,
            ServicePlanner planner,
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
        watchers.printer().begin(now);
        watchers.reports().begin();
        return absorption.begin(now);
    }

    @Override
    public List<ServiceEvent> observe(Instant now) {
        List<ServiceEvent> seen = new ArrayList<>(absorption.observe());
        seen.add(operations.seen());
        return seen;
    }

    @Override
    public KnownState absorb(KnownState known, List<ServiceEvent> events, Instant now) {
        return absorption.absorb(known, events, now);
    }

    @Override
    public TurnPlan plan(KnownState known, Lanes underWay, Instant now) {
        return planner.plan(known, underWay, now);
    }

    @Override
    public void print(TurnPlan plan) {
        watchers.printer().print(plan);
    }

    @Override
    public KnownState dispatch(KnownState known, TurnPlan plan, Dispatcher<ServiceEvent> dispatcher, Instant now) {
        KnownState next = known.with(known.memory().with(known.memory().refusals().planned()));
        operations.using(known.azure().responses().used());
        watchers.printer().logFirst(plan, now);
        if (plan.services().isPresent()) {
            LastKnownGood.Planned learned = known.lastKnownGood()
                    .planned(Absorption.PARTS, plan.services().get().plan(), plan.services().get().reading());
            next = next.with(learned.after());
            if (learned.fresh() > 0)
                next = next.reporting(new Report.DriftFound(learned.fresh()));
        }
        plan.reading()
                .filter(reading -> !dispatcher.isBusy(READING) && !now.isBefore(known.azure().nextRead()))
                .ifPresent(reading -> read(known, reading, dispatcher));
        for (Preparation preparation : plan.preparations()) {
            if (!dispatcher.isBusy(preparation.uid()))
                prepare(next, preparation, dispatcher);
        }
        Map<ArmId, CallReason> reasons = plan.services()
                .map(each -> OperationReasons.of(each.plan()))
                .orElse(Map.of());
        for (Operation operation : plan.ready()) {
            CallReason reason = known.orphans().isEmpty() ? reasons.get(operation.target()) : ORPHANS;
            next = write(next, plan, operation, reason, dispatcher, now);
        }
        quotas.dispatch(next, dispatcher, now);
        watchers.calls().yieldTo(PriorityPreemption.urgency(next, plan));
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

    private void prepare(KnownState known, Preparation preparation, Dispatcher<ServiceEvent> dispatcher) {
        Optional<StatusWrite> own = known.memory().reported().statuses().of(preparation.uid());
        dispatcher.dispatch(preparation.uid(), () -> operations.prepare(preparation, own));
    }

    private void read(KnownState known, AzureReading reading, Dispatcher<ServiceEvent> dispatcher) {
        ObservedStateAssembly.Subject subject = known.subject();
        ReadMemory memory = known.azure().responses().memory();
        CallReason reason = ReadReason.of(known);
        dispatcher.dispatch(READING, () -> operations.read(reading, subject, memory, reason));
    }

    private KnownState write(KnownState known, TurnPlan plan, Operation operation, CallReason reason,
            Dispatcher<ServiceEvent> dispatcher, Instant now) {
        Plan whole = plan.services().orElseThrow().plan();
        long number = watchers.printer().number();
        ServiceOperations.Printed as = new ServiceOperations.Printed(number, whole.scope(),
                plan.services().get().makesWay());
        watchers.printer().sent(number);
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
        KnownState next = settings.dryRun()
                ? known.with(known.requests().answered(known.requests().open().keySet()))
                : projection.project(watchers.drains().dispatch(known, dispatcher, now), plan, dispatcher, now);
        watchers.reports().emit(next);
        return next.reported();
    }

    @Override
    public Instant nextTurn(KnownState known, TurnPlan plan, Instant now) {
        if (known.memory().refusals().isToBePlannedAgain() || known.lastLook().equals(Instant.MIN))
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
