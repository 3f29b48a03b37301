package io.azureccm.service.reconcile;

import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.boot.PreviewSource;
import io.azureccm.common.boot.TimeLimitedTask;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.explain.Explainer;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.removal.RemovalStep;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.EventLoop;
import io.azureccm.common.reconcile.Inbox;
import io.azureccm.common.reconcile.LoopThread;
import io.azureccm.common.record.Recordable;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.informer.PresentServices;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.metrics.ReconcileMetrics;
import io.azureccm.service.observed.read.ObservedStateAssembly;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.observed.read.SubscriptionUsage;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.orphan.OrphanAudit;
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
import io.azureccm.service.status.ServiceEvents;
import io.azureccm.service.status.StatusWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The event loop of Services: receives changes, and reconciles while it is started. */
public final class ServiceReconciler {
    /**
     * What is planned and when, whether anything is written, how much one plan may remove, which nodes are drained, and how often Azure is
     * asked in an hour for the backends of a load balancer's rules.
     */
    public record Settings(PlannerSettings planner, ServiceTiming timing, boolean dryRun, RemovalPolicy removals,
            DrainPolicy draining, int healthCallsPerHour) {}

    /** Access to Azure; {@code settle}: the maximum age of the content of an answer; {@code idle} runs when nothing is to be written. */
    public record Azure(ObservedStateReader reader, ObservedStateAssembly assembly, PlanExecutor executor,
            PlanJournal journal, CallQueue calls,
            Duration settle, Runnable idle, SubscriptionUsage usage, Optional<ArmGateway> gateway) {}

    /** Access to the cluster: its Services and nodes, and the writers of both; {@code allNodes}: every node is watched. */
    public record Cluster(ServiceIndex index, PresentServices present, Supplier<ResourceInformers> informers,
            boolean allNodes,
            StatusWriter status, NodeConditionWriter nodes, ServiceEvents events) {}

    /** Listeners of the turns and of the orphan audit. */
    public record Listeners(ReconcileMetrics metrics, OrphanRegister orphans) {}

    private final Inbox<ServiceEvent> inbox = new Inbox<>();
    private final EventLoop<ServiceEvent, KnownState, TurnPlan> turns;
    private final LoopThread loop;
    private final ServiceIndex index;
    private final CallQueue calls;
    private final OrphanRegister orphans;
    private final Runnable idle;
    private final RemovalPolicy removals;
    private final CallWaits waits;
    private final ServicePreview preview;
    private final Recordable<?, ?, ?> recordable;
    private final InstantSource clock;

    public ServiceReconciler(Settings settings, Azure azure, Cluster cluster, Listeners listeners,
            InstantSource clock) {
        this.index = cluster.index();
        this.clock = clock;
        this.idle = azure.idle();
        this.removals = settings.removals();
        this.waits = new CallWaits(clock, (uid, text) -> cluster.index()
                .entry(uid)
                .filter(entry -> !entry.vanished())
                .ifPresent(entry -> cluster.events().waiting(entry.service(), text)));
        azure.calls().listen(waits);
        this.calls = azure.calls();
        this.orphans = listeners.orphans();
        String lb = "lb=" + settings.planner().scope();
        OrphanAudits audits = new OrphanAudits(orphans.policy(),
                new OrphanAudit(settings.planner(), cluster.allNodes()), azure.assembly());
        StateUpdater updater = new StateUpdater(azure.assembly(), azure.settle(), audits, settings.timing(),
                settings.draining());
        ServiceScope scope = new ServiceScope(steps(settings, cluster, updater, audits),
                operations(settings, azure, cluster, clock), cluster.index()::cluster,
                new ServiceScope.Receivers(new PlanPrinter(azure.journal(), azure.executor(), lb, settings.dryRun()),
                        new ReportEmitter(cluster.events(), listeners.metrics(), orphans, settings.dryRun()), orphans,
                        azure.calls(), azure.idle(), removals.approvals()));
        this.turns = new EventLoop<>(scope, inbox,
                new Dispatcher<>(Dispatcher.threads("service-operation"), inbox, clock), clock);
        this.preview = new ServicePreview(turns, lb);
        PlanRecord plans = new PlanRecord(lb);
        this.recordable = new Recordable<>("services", scope, turns,
                () -> new ServiceCodec(updater, cluster.index().newParser(), plans));
        TurnMetrics metrics = new TurnMetrics(listeners.metrics(), settings.planner().securityGroupName());
        turns.listen((plan, took) -> {
            metrics.planned(turns.known(), plan, took, clock.instant());
            plan.services().ifPresent(waits::planned);
        });
        this.loop = new LoopThread(settings.planner().loadBalancerName(), turns, clock);
    }

    private static ServiceTurnSteps steps(Settings settings, Cluster cluster, StateUpdater updater,
            OrphanAudits audits) {
        return new ServiceTurnSteps(updater,
                new ResultReporting(cluster.status().conditions(), settings.timing()),
                new ServicePlanner(settings.planner(), settings.removals().limits()), audits,
                new DrainConditions(new ConditionOptions(cluster.nodes() != NodeConditionWriter.NONE,
                        cluster.status().conditions().options().pageBase())),
                RemovalStep.of(settings.removals()),
                new ServiceTurnSteps.Settings(settings.timing(), settings.dryRun(), settings.healthCallsPerHour()));
    }

    private static ServiceOperations operations(Settings settings, Azure azure, Cluster cluster, InstantSource clock) {
        return new ServiceOperations(
                new ServiceOperations.Azure(azure.reader(), azure.executor(), azure.usage(), azure.journal(),
                        azure.gateway()),
                new ServiceOperations.Cluster(cluster.present(), cluster.informers(), settings.planner().beside()),
                cluster.status(), cluster.nodes(), clock);
    }

    /** Something changed in the cluster. Thread-safe. */
    public void changed(ChangedObjects what) {
        inbox.post(new ServiceEvent.ClusterChanged(what));
    }

    /** Starts reconciling, once all Services and nodes have been seen. */
    public void start(BooleanSupplier synced) {
        index.lead();
        loop.start(synced);
    }

    /**
     * Starts nothing more and waits for the operations in progress, because aborting them would leave unknown outcomes; false if some are
     * still in progress after {@code longest}.
     */
    public boolean stop(Duration longest) {
        Instant latest = clock.instant().plus(longest);
        boolean ended = loop.stop(longest);
        calls.yieldTo(CallPriority.BACKGROUND);
        orphans.end();
        removals.approvals().report(Removals.NONE);
        if (ended) {
            index.follow();
            TimeLimitedTask.run("release resource lease", idle, Duration.between(clock.instant(), latest));
        }
        return ended;
    }

    public LoopThread loop() {
        return loop;
    }

    /** Explains Services ({@code namespace/name}) by what the last turn knew; {@code health}: asks Azure for that of their backends. */
    public Explainer explainer(Optional<BackendHealth> health) {
        return new ServiceExplainer(() -> Optional.ofNullable(turns.last())
                .map(plan -> new LastTurn(turns.known(), plan, waits::of, removals.approvals()::command,
                        clock.instant())), index, health);
    }

    /** The turns, to be recorded and replayed. */
    public Recordable<?, ?, ?> recordable() {
        return recordable;
    }

    /** Previews the plans from now on. */
    public PreviewSource preview() {
        return preview;
    }
}
