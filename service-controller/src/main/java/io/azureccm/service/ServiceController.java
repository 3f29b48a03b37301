package io.azureccm.service;

import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.boot.EventLoopController;
import io.azureccm.common.boot.TimeLimitedTask;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.explain.Explainer;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.removal.RemovalStep;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.leader.LeaseStore;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.EventLoop;
import io.azureccm.common.reconcile.Inbox;
import io.azureccm.common.reconcile.LoopThread;
import io.azureccm.common.record.Recordable;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.informer.EndpointIndex;
import io.azureccm.service.informer.PresentServices;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.informer.ServiceInformers;
import io.azureccm.service.lease.LeasedPlanExecutor;
import io.azureccm.service.lease.ResourceLease;
import io.azureccm.service.metrics.ReconcileMetrics;
import io.azureccm.service.observed.read.ObservedStateAssembly;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.observed.read.SubscriptionUsage;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.orphan.OrphanAudit;
import io.azureccm.service.reconcile.DrainConditions;
import io.azureccm.service.reconcile.OrphanAudits;
import io.azureccm.service.reconcile.ResultReporting;
import io.azureccm.service.reconcile.ServiceCodec;
import io.azureccm.service.reconcile.ServiceEvent;
import io.azureccm.service.reconcile.ServiceOperations;
import io.azureccm.service.reconcile.ServicePreview;
import io.azureccm.service.reconcile.ServiceScope;
import io.azureccm.service.reconcile.ServiceTurnSteps;
import io.azureccm.service.reconcile.StateUpdater;
import io.azureccm.service.reconcile.explain.BackendHealth;
import io.azureccm.service.reconcile.explain.LastTurn;
import io.azureccm.service.reconcile.explain.ServiceExplainer;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.record.PlanRecord;
import io.azureccm.service.reconcile.report.CallWaits;
import io.azureccm.service.reconcile.report.PlanPrinter;
import io.azureccm.service.reconcile.report.ReportEmitter;
import io.azureccm.service.reconcile.report.TurnMetrics;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.status.NodeConditionWriter;
import io.azureccm.service.status.ServiceConditions;
import io.azureccm.service.status.ServiceEvents;
import io.azureccm.service.status.ServiceWriter;
import io.azureccm.service.status.StatusWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service controller without Spring: watches Services and nodes as soon as its informers start, and reconciles the load balancers
 * while it leads. An instance that does not lead only keeps its caches warm.
 */
public final class ServiceController extends EventLoopController {
    /**
     * Access to Azure, and the queue in which its calls wait; {@code healthCallsPerHour}: how often Azure is asked for the backends of a load
     * balancer's rules although no user wants to know, 0 without a gateway.
     */
    public record Azure(ObservedStore store, PlanExecutor executor, PlanJournal journal, CallQueue calls,
            Optional<ArmGateway> gateway, int healthCallsPerHour) {}

    /**
     * Access to Kubernetes: informers, the writer of Services, the event recorder, the lease to hold while Azure is written to (if any),
     * the removal limits, and which nodes are drained.
     */
    public record Cluster(ServiceInformers informers, ServiceWriter writer, EventRecorder recorder,
            Optional<LeaseStore> resourceLease, RemovalPolicy removals, Draining draining) {}

    /** Which nodes are drained, and the writer of their conditions. */
    public record Draining(DrainPolicy policy, NodeConditionWriter nodes) {
        public static final Draining NONE = new Draining(DrainPolicy.NONE, NodeConditionWriter.NONE);
    }

    private static final Logger log = LoggerFactory.getLogger(ServiceController.class);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);

    private final Inbox<ServiceEvent> inbox = new Inbox<>();
    private final PresentServices present = new PresentServices();
    private final Azure azure;
    private final RemovalPolicy removals;
    private final ReconcileMetrics metrics;
    private final OrphanRegister orphans;
    private final Clock clock;
    private final ServiceIndex index;
    private final ServiceEvents events;
    private final Optional<LeasedPlanExecutor> leased;
    private final EventLoop<ServiceEvent, KnownState, TurnPlan> turns;
    private final Parts parts;

    public ServiceController(ServiceControllerSettings settings, Azure azure, Cluster cluster, ReconcileMetrics metrics,
            OrphanRegister orphans, Clock clock) {
        this.azure = azure;
        this.removals = cluster.removals();
        this.metrics = metrics;
        this.orphans = orphans;
        this.clock = clock;
        PlannerSettings planner = settings.planner();
        DrainPolicy draining = settings.possible(cluster.draining().policy());
        this.index = new ServiceIndex(settings.services(), settings.nodes(draining),
                new EndpointIndex(settings.cloud().loadBalancer()), this::changed);
        this.events = new ServiceEvents(cluster.recorder(), settings.secrets());
        this.leased = cluster.resourceLease()
                .filter(lease -> !settings.dryRun())
                .map(store -> new LeasedPlanExecutor(azure.executor(),
                        new ResourceLease(store, clock, InstantSource.system()), azure.store()));
        ObservedStateAssembly assembly = new ObservedStateAssembly(settings.cloud(), settings.clusterName(),
                planner.securityGroupName().isEmpty() ? null : planner.securityGroup());
        OrphanAudits audits = new OrphanAudits(orphans.policy(),
                new OrphanAudit(planner, cluster.informers().showsAllNodes()), assembly);
        StateUpdater updater = new StateUpdater(assembly, azure.store().settle(), audits, settings.effectiveTiming(),
                draining);
        String lb = "lb=" + planner.scope();
        ServiceScope scope = scope(settings, cluster, updater, audits,
                new ObservedStateReader(assembly, azure.store()), lb);
        this.turns = new EventLoop<>(scope, inbox,
                new Dispatcher<>(Dispatcher.threads("service-operation"), inbox, clock), clock);
        ServicePreview preview = new ServicePreview(turns, lb);
        PlanRecord plans = new PlanRecord(lb);
        this.parts = new Parts(cluster.informers().into(index, present),
                new LoopThread(planner.loadBalancerName(), turns, clock),
                explainer(new TurnMetrics(metrics, planner.securityGroupName())),
                new Recordable<>("services", scope, turns, () -> new ServiceCodec(updater, index.newParser(), plans)),
                () -> preview);
    }

    private ServiceScope scope(ServiceControllerSettings settings, Cluster cluster, StateUpdater updater,
            OrphanAudits audits, ObservedStateReader reader, String lb) {
        ServiceTiming timing = settings.effectiveTiming();
        ServiceConditions conditions = new ServiceConditions(settings.conditions(), settings.secrets());
        NodeConditionWriter nodes = cluster.draining().nodes();
        PlanExecutor executor = leased.<PlanExecutor>map(each -> each).orElse(azure.executor());
        ServiceTurnSteps steps = new ServiceTurnSteps(updater, new ResultReporting(conditions, timing),
                new ServicePlanner(settings.planner(), removals.limits()), audits,
                new DrainConditions(new ConditionOptions(nodes != NodeConditionWriter.NONE,
                        settings.conditions().pageBase())),
                RemovalStep.of(removals),
                new ServiceTurnSteps.Settings(timing, settings.dryRun(), azure.healthCallsPerHour()));
        ServiceOperations operations = new ServiceOperations(
                new ServiceOperations.Azure(reader, executor, new SubscriptionUsage(settings.cloud(), azure.store()),
                        azure.journal(), azure.gateway()),
                new ServiceOperations.Cluster(present, this::informers, settings.planner().beside()),
                new StatusWriter(index, cluster.writer(), events, conditions, clock), nodes, clock);
        return new ServiceScope(steps, operations, index::cluster, new ServiceScope.Receivers(
                new PlanPrinter(azure.journal(), executor, lb, settings.dryRun()),
                new ReportEmitter(events, metrics, orphans, settings.dryRun()), orphans, azure.calls(),
                this::nothingToWrite, removals.approvals()));
    }

    /** Explains what the last turn knew, and which calls wait; has turns measured. */
    private Explainer explainer(TurnMetrics measured) {
        CallWaits waits = new CallWaits(clock, (uid, text) -> index.entry(uid)
                .filter(entry -> !entry.vanished())
                .ifPresent(entry -> events.waiting(entry.service(), text)));
        azure.calls().listen(waits);
        turns.listen((plan, took) -> {
            measured.planned(turns.known(), plan, took, clock.instant());
            plan.services().ifPresent(waits::planned);
        });
        return new ServiceExplainer(() -> Optional.ofNullable(turns.last())
                .map(plan -> new LastTurn(turns.known(), plan, waits::of, removals.approvals()::command,
                        clock.instant())),
                index, azure.gateway().map(gateway -> new BackendHealth(gateway, clock)));
    }

    private void changed(ChangedObjects what) {
        events.changed(what.services());
        inbox.post(new ServiceEvent.ClusterChanged(what));
    }

    private void nothingToWrite() {
        leased.ifPresent(LeasedPlanExecutor::idle);
    }

    /** Starts reconciling, with a full plan first, once the caches are synced. */
    @Override
    public void start() {
        index.lead();
        parts.thread().start(informers()::synced);
    }

    /**
     * Starts nothing more and waits for the operations in progress, because aborting them would leave unknown outcomes; false if some are
     * still in progress after {@code longest}.
     */
    @Override
    public boolean stop(Duration longest) {
        events.end();
        Instant latest = clock.instant().plus(longest);
        boolean ended = parts.thread().stop(longest);
        azure.calls().yieldTo(CallPriority.BACKGROUND);
        orphans.end();
        removals.approvals().report(Removals.NONE);
        if (!ended)
            return false;
        index.follow();
        TimeLimitedTask.run("release resource lease", this::nothingToWrite, Duration.between(clock.instant(), latest));
        events.end();
        metrics.follows();
        return true;
    }

    @Override
    protected Parts parts() {
        return parts;
    }

    @Override
    public void close() {
        if (!stop(STOP_TIMEOUT))
            log.warn("operations for Services are still in progress after {}", STOP_TIMEOUT);
        events.close();
    }
}
