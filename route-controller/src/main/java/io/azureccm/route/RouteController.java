package io.azureccm.route;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.arm.CacheKind;
import io.azureccm.common.config.options.Cidr;
import io.azureccm.common.config.options.NodeFilter;
import io.azureccm.common.core.drift.LastInPlace;
import io.azureccm.common.core.drift.PartsReader;
import io.azureccm.common.exec.ConvergenceLoop;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.RememberingExecutor;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.queue.CoalescingQueue;
import io.azureccm.common.kube.queue.Priority;
import io.azureccm.common.kube.queue.QueueListener;
import io.azureccm.common.kube.queue.QueueSettings;
import io.azureccm.common.kube.queue.QueueStats;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.route.apply.NodeEvents;
import io.azureccm.route.apply.NodeWriter;
import io.azureccm.route.apply.VerdictWriter;
import io.azureccm.route.intent.NodeFactsParser;
import io.azureccm.route.plan.OrphanAudit;
import io.azureccm.route.plan.PlannerSettings;
import io.azureccm.route.plan.RoutePlanner;
import io.azureccm.route.read.EstateReader;
import io.azureccm.route.read.MachineAddressReader;
import io.azureccm.route.watch.Dirty;
import io.azureccm.route.watch.NodeFeeds;
import io.azureccm.route.watch.NodeRoster;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The route controller without Spring: watches nodes once its informers are started, and keeps the route table and a condition of the
 * nodes as they ask while it leads. A controller that does not lead only keeps its caches warm.
 */
public final class RouteController implements AutoCloseable {
    /** What to do: the cloud config, the ranges of pods, which nodes count, when passes happen, and whether to write at all. */
    public record Settings(CloudConfig cloud, List<Cidr> clusterRanges, Optional<NodeFilter> nodeFilter, Timing timing,
            boolean dryRun) {
        public Settings {
            clusterRanges = List.copyOf(clusterRanges);
        }
    }

    /** The way to Azure. */
    public record Azure(ObservedStore store, MachineReader machines, PlanExecutor executor, PlanJournal journal) {}

    /** The way to Kubernetes: what is watched, what is written into nodes, what users are told. */
    public record Cluster(NodeFeeds informers, NodeWriter writer, EventRecorder recorder) {}

    private final NodeRoster roster;
    private final ResourceInformers informers;
    private final CoalescingQueue<String, Dirty> queue;
    private final NodeEvents events;
    private final PassListener listener;
    private final Worker worker;

    public RouteController(Settings settings, Azure azure, Cluster cluster, PassListener listener, Clock clock) {
        this(settings, azure, cluster, listener, OrphanRegister.off(), clock);
    }

    public RouteController(Settings settings, Azure azure, Cluster cluster, PassListener listener,
            OrphanRegister orphans, Clock clock) {
        PlannerSettings planner = new PlannerSettings(settings.cloud(), settings.clusterRanges());
        Timing timing = settings.timing();
        String key = planner.tableName();
        this.queue = new CoalescingQueue<>(
                QueueSettings.windows(timing.idleWindow(), timing.maxAge()),
                Dirty::and);
        queue.shut();
        this.roster = new NodeRoster(new NodeFactsParser(settings.nodeFilter()),
                dirty -> queue.add(key, dirty, Priority.CHANGED));
        this.informers = cluster.informers().into(roster);
        EstateReader reader = new EstateReader(azure.store(), planner.table(),
                settings.cloud().arm().caches().ttl(CacheKind.ROUTE_TABLE), clock);
        MachineAddressReader machines = new MachineAddressReader(azure.machines(), settings.cloud().resourceGroup(),
                settings.cloud().arm().caches().ttl(CacheKind.SCALE_SET_MACHINES), clock);
        LastInPlace inPlace = new LastInPlace(PartsReader.ELEMENTS);
        ConvergenceLoop loop = new ConvergenceLoop(new RememberingExecutor(azure.executor(), inPlace), azure.journal(),
                ConvergenceLoop.Settings.DEFAULT,
                ConvergenceLoop.Pause.SLEEP, clock);
        this.listener = listener;
        this.events = new NodeEvents(cluster.recorder());
        VerdictWriter verdicts = new VerdictWriter(roster, cluster.writer(), events);
        Reconciler reconciler = new Reconciler(
                new Reconciler.Parts(roster, reader, machines,
                        new Reconciler.Planning(new RoutePlanner(planner), inPlace),
                        loop, verdicts, listener),
                timing,
                settings.dryRun(), clock);
        this.worker = new Worker(key, queue, reconciler,
                new OrphanPass(orphans, new OrphanAudit(planner), roster, reader, loop.spans(), clock), timing, clock);
    }

    public ResourceInformers informers() {
        return informers;
    }

    /** Starts passes, the first over everything, once all nodes have been seen. */
    public void lead() {
        queue.open();
        worker.start(() -> informers.synced() ? Optional.of(roster.everything()) : Optional.empty());
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
}
