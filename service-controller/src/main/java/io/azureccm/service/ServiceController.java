package io.azureccm.service;

import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.identity.CredentialConfig;
import io.azureccm.common.config.loadbalancer.LoadBalancerConfig;
import io.azureccm.common.config.loadbalancer.ProbeMode;
import io.azureccm.common.config.value.LabelSelector;
import io.azureccm.common.config.value.Redaction;
import io.azureccm.common.core.drift.LastInPlace;
import io.azureccm.common.exec.ConvergenceLoop;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.RememberingExecutor;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.leader.LeaseStore;
import io.azureccm.common.kube.queue.CoalescingQueue;
import io.azureccm.common.kube.queue.Priority;
import io.azureccm.common.kube.queue.QueueListener;
import io.azureccm.common.kube.queue.QueueSettings;
import io.azureccm.common.kube.queue.QueueStats;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.informer.EndpointIndex;
import io.azureccm.service.informer.PresentServices;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.informer.ServiceInformers;
import io.azureccm.service.lease.LeasedPlanExecutor;
import io.azureccm.service.lease.ResourceLease;
import io.azureccm.service.metrics.PassListener;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.plan.ServiceParts;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.orphan.OrphanAudit;
import io.azureccm.service.reconcile.CallWaits;
import io.azureccm.service.reconcile.OrphanPass;
import io.azureccm.service.reconcile.PriorityPreemption;
import io.azureccm.service.reconcile.Reconciler;
import io.azureccm.service.reconcile.TimedPlanner;
import io.azureccm.service.reconcile.Timing;
import io.azureccm.service.reconcile.UnsureWrites;
import io.azureccm.service.reconcile.Worker;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.azureccm.service.status.ServiceEvents;
import io.azureccm.service.status.ServiceWriter;
import io.azureccm.service.status.StatusWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The service controller without Spring: watches Services and nodes from {@link #start} on, and keeps the load balancers as
 * they ask while it leads. A controller that does not lead only keeps its caches warm.
 */
public final class ServiceController implements AutoCloseable {
    /** What to do: the cloud config, the name all resources carry, when passes happen, and whether to write at all. */
    public record Settings(CloudConfig cloud, String clusterName, Timing timing, boolean dryRun) {}

    /** The way to Azure, and where calls on that way wait. */
    public record Azure(ObservedStore store, PlanExecutor executor, PlanJournal journal, CallQueue calls) {
        /** With calls that do not wait. */
        public Azure(ObservedStore store, PlanExecutor executor, PlanJournal journal) {
            this(store, executor, journal, CallQueue.NONE);
        }
    }

    /**
     * The way to Kubernetes: what is watched, what is written into Services, what users are told, and the lease that is held while
     * Azure is written to, if any.
     */
    public record Cluster(ServiceInformers informers, ServiceWriter writer, EventRecorder recorder,
            Optional<LeaseStore> resourceLease) {
        public Cluster(ServiceInformers informers, ServiceWriter writer, EventRecorder recorder) {
            this(informers, writer, recorder, Optional.empty());
        }
    }

    private final ResourceInformers informers;
    private final ServiceIndex serviceIndex;
    private final CoalescingQueue<String, ChangedObjects> queue;
    private final PriorityPreemption preemption;
    private final ServiceEvents events;
    private final PassListener listener;
    private final Worker worker;

    public ServiceController(Settings settings, Azure azure, Cluster cluster, Clock clock) {
        this(settings, azure, cluster, PassListener.NONE, clock);
    }

    public ServiceController(Settings settings, Azure azure, Cluster cluster, PassListener listener, Clock clock) {
        this(settings, azure, cluster, listener, OrphanRegister.off(), clock);
    }

    public ServiceController(Settings settings, Azure azure, Cluster cluster, PassListener listener,
            OrphanRegister orphans, Clock clock) {
        PlannerSettings planner = new PlannerSettings(settings.cloud(), settings.clusterName());
        LoadBalancerConfig balancers = settings.cloud().loadBalancer();
        Timing timing = balancers.severalLoadBalancers()
                ? settings.timing().within(balancers.pool().updateInterval())
                : settings.timing();
        this.queue = new CoalescingQueue<>(
                QueueSettings.windows(timing.idleWindow(), timing.maxAge()),
                ChangedObjects::and);
        queue.shut();
        this.serviceIndex = new ServiceIndex(new ServiceSpecParser(intents(settings.cloud())),
                new NodeFactsParser(settings.cloud().resourceGroup(),
                        LabelSelector
                                .keys(balancers.multiple().stream().flatMap(each -> each.nodeSelector().stream()))),
                new EndpointIndex(balancers),
                (dirty, priority) -> changed(planner.loadBalancerName(), dirty, priority));
        this.preemption = new PriorityPreemption(azure.calls());
        PresentServices present = new PresentServices();
        this.informers = cluster.informers().into(serviceIndex, present);
        ObservedStateReader reader = new ObservedStateReader(settings.cloud(), settings.clusterName(),
                planner.securityGroupName().isEmpty() ? null : planner.securityGroup(), azure.store(), clock);
        this.listener = listener;
        this.events = new ServiceEvents(cluster.recorder(), secrets(settings.cloud()));
        TimedPlanner timed = new TimedPlanner(new ServicePlanner(planner), listener, clock);
        CallWaits waits = new CallWaits(clock, (uid, text) -> serviceIndex.entry(uid)
                .filter(entry -> !entry.vanished())
                .ifPresent(entry -> events.waiting(entry.service(), text)));
        azure.calls().listen(waits);
        Reconciler.Writing writing = writing(azure, cluster.resourceLease().filter(lease -> !settings.dryRun()), waits,
                clock);
        Reconciler reconciler = new Reconciler(serviceIndex, reader, timed, writing,
                new StatusWriter(serviceIndex, cluster.writer(), events), events, settings.dryRun());
        OrphanPass orphanPass = new OrphanPass(orphans, new OrphanAudit(planner),
                new OrphanPass.Cluster(serviceIndex, present, this::informers, cluster.informers().showsAllNodes()),
                reader, timed,
                writing, clock);
        this.worker = new Worker(planner.loadBalancerName(), queue,
                new Worker.Duties(reconciler, orphanPass, preemption),
                serviceIndex,
                timing, listener, clock);
    }

    private void changed(String key, ChangedObjects dirty, Priority priority) {
        events.changed(dirty.services());
        worker.changed(dirty);
        preemption.changed(dirty, priority);
        queue.add(key, dirty, priority);
    }

    /** Begins to watch; passes wait for {@link #lead}. */
    public void start() {
        informers.start();
    }

    /** Whether all Services and nodes have been seen. */
    public boolean synced() {
        return informers.synced();
    }

    public ResourceInformers informers() {
        return informers;
    }

    /** Starts passes, the first over everything, once the caches are synced. */
    public void lead() {
        queue.open();
        worker.start(informers::synced);
    }

    /** Stops passes; returns when the one under way has ended. */
    public void follow() {
        events.end();
        worker.stop();
        events.end();
        listener.follows();
        queue.shut();
    }

    /** The start of the pass while one runs, otherwise when the worker last showed that it waits for work. */
    public Instant lastTurn() {
        return worker.lastTurn();
    }

    public boolean isInPass() {
        return worker.isInPass();
    }

    public void listen(QueueListener listener) {
        queue.listen(listener);
    }

    public QueueStats queueStats() {
        return queue.stats();
    }

    @Override
    public void close() {
        follow();
        events.close();
        queue.close();
        informers.close();
    }

    private static Reconciler.Writing writing(Azure azure, Optional<LeaseStore> lease, CallWaits waits,
            Clock clock) {
        Optional<LeasedPlanExecutor> leased = lease.map(
                store -> new LeasedPlanExecutor(azure.executor(),
                        new ResourceLease(store, clock, InstantSource.system()), azure.store()));
        LastInPlace inPlace = new LastInPlace(new ServiceParts());
        PlanExecutor executor = new RememberingExecutor(
                leased.<PlanExecutor>map(each -> each).orElse(azure.executor()), inPlace);
        ConvergenceLoop loop = new ConvergenceLoop(executor, azure.journal(), ConvergenceLoop.Settings.DEFAULT,
                ConvergenceLoop.Pause.SLEEP, clock);
        return new Reconciler.Writing(loop, () -> leased.ifPresent(LeasedPlanExecutor::passEnded),
                new UnsureWrites(azure.store().settle(), clock), inPlace, waits);
    }

    private static Redaction secrets(CloudConfig cloud) {
        CredentialConfig credentials = cloud.identity().credentials();
        return Redaction.of(
                List.of(credentials.clientSecret().reveal(), credentials.certificate().password().reveal()));
    }

    private static SpecSettings intents(CloudConfig cloud) {
        var probe = cloud.loadBalancer().probe();
        return new SpecSettings(cloud.loadBalancer().standard(), probe.mode() == ProbeMode.SHARED, probe.sharedPort(),
                probe.sharedPath());
    }
}
