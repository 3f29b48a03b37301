package io.azureccm.route;

import io.azureccm.common.boot.PreviewSource;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.arm.CacheConfig;
import io.azureccm.common.config.arm.CacheKind;
import io.azureccm.common.config.options.NodeFilter;
import io.azureccm.common.core.drift.LastInPlace;
import io.azureccm.common.core.drift.PartsReader;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Picture;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.queue.QueueListener;
import io.azureccm.common.kube.queue.QueueStats;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.Inbox;
import io.azureccm.common.reconcile.LoopThread;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.route.informer.NodeIndex;
import io.azureccm.route.informer.NodeInformers;
import io.azureccm.route.observed.read.MachineAddressReader;
import io.azureccm.route.observed.read.ObservedStateReader;
import io.azureccm.route.plan.OrphanAudit;
import io.azureccm.route.plan.PlannerSettings;
import io.azureccm.route.plan.RoutePlanner;
import io.azureccm.route.reconcile.OrphanCheck;
import io.azureccm.route.reconcile.PlanListener;
import io.azureccm.route.reconcile.RouteEvent;
import io.azureccm.route.reconcile.RouteOperations;
import io.azureccm.route.reconcile.RoutePreview;
import io.azureccm.route.reconcile.RouteScope;
import io.azureccm.route.reconcile.Timing;
import io.azureccm.route.spec.NodeFactsParser;
import io.azureccm.route.status.NodeEvents;
import io.azureccm.route.status.NodeWriter;
import io.azureccm.route.status.StatusWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The route controller without Spring: watches nodes once its informers are started, and keeps the route table and a condition of the
 * nodes as they ask while it leads. A controller that does not lead only keeps its caches warm.
 */
public final class RouteController implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RouteController.class);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);

    /**
     * What to do: the cloud config, the ranges of pods, which nodes count, when the table is written, whether to write at all,
     * and whether nodes say why they have no route.
     */
    public record Settings(CloudConfig cloud, List<Cidr> clusterRanges, Optional<NodeFilter> nodeFilter, Timing timing,
            boolean dryRun, boolean conditions) {
        public Settings {
            clusterRanges = List.copyOf(clusterRanges);
        }
    }

    /** The way to Azure. */
    public record Azure(ObservedStore store, MachineReader machines, PlanExecutor executor, PlanJournal journal) {}

    /** The way to Kubernetes: what is watched, what is written into nodes, what users are told, what may be taken away. */
    public record Cluster(NodeInformers informers, NodeWriter writer, EventRecorder recorder, RemovalPolicy removals) {
        /** Without limits. */
        public Cluster(NodeInformers informers, NodeWriter writer, EventRecorder recorder) {
            this(informers, writer, recorder, RemovalPolicy.NONE);
        }
    }

    private final ResourceInformers informers;
    private final NodeEvents events;
    private final PlanListener listener;
    private final OrphanCheck orphans;
    private final RemovalPolicy removals;
    private final RoutePreview turns;
    private final LoopThread loop;

    public RouteController(Settings settings, Azure azure, Cluster cluster, PlanListener listener, Clock clock) {
        this(settings, azure, cluster, listener, OrphanRegister.off(), clock);
    }

    public RouteController(Settings settings, Azure azure, Cluster cluster, PlanListener listener,
            OrphanRegister orphans, Clock clock) {
        PlannerSettings planner = new PlannerSettings(settings.cloud(), settings.clusterRanges());
        Inbox<RouteEvent> inbox = new Inbox<>();
        NodeIndex nodes = new NodeIndex(new NodeFactsParser(settings.nodeFilter()),
                name -> inbox.post(new RouteEvent.NodeChanged(name)));
        this.informers = cluster.informers().into(nodes);
        this.listener = listener;
        this.removals = cluster.removals();
        this.events = new NodeEvents(cluster.recorder());
        this.orphans = new OrphanCheck(orphans, new OrphanAudit(planner), azure.journal().spans());
        StatusWriter status = new StatusWriter(nodes, cluster.writer(), events);
        RouteScope scope = new RouteScope(
                new RouteScope.Parts(nodes, operations(settings.cloud(), azure, planner, status, clock), status,
                        this.orphans, new LastInPlace(PartsReader.ELEMENTS), listener, cluster.removals()),
                new RoutePlanner(planner, cluster.removals().limits()), settings.timing(), settings.dryRun(),
                settings.conditions());
        Dispatcher<RouteEvent> dispatcher = new Dispatcher<>(Dispatcher.threads("route-operation"), inbox, clock);
        this.turns = new RoutePreview(scope, inbox, dispatcher, clock);
        this.loop = new LoopThread(planner.tableName(), turns.turns(), clock);
    }

    private static RouteOperations operations(CloudConfig cloud, Azure azure, PlannerSettings planner,
            StatusWriter status, Clock clock) {
        CacheConfig ages = cloud.arm().caches();
        return new RouteOperations(
                new ObservedStateReader(azure.store(), planner.table(), ages.ttl(CacheKind.ROUTE_TABLE), clock),
                new MachineAddressReader(azure.machines(), cloud.resourceGroup(),
                        ages.ttl(CacheKind.SCALE_SET_MACHINES), clock),
                azure.executor(), azure.journal(), status, clock);
    }

    /** For a plan that is asked for once. */
    public PreviewSource preview() {
        return turns.noting();
    }

    public ResourceInformers informers() {
        return informers;
    }

    /** Works from now on, once all nodes have been seen. */
    public void lead() {
        loop.start(informers::synced);
    }

    /** Begins nothing more, and waits for what is under way; false if some of it still is after that time. */
    public boolean follow(Duration longest) {
        events.end();
        if (!loop.stop(longest))
            return false;
        events.end();
        orphans.end();
        removals.approvals().tell(Removals.NONE);
        listener.follows();
        return true;
    }

    /** The last moment at which the loop is known to have waited for something to happen. */
    public Instant lastTurn() {
        return loop.lastTurn();
    }

    /** Nothing has happened that was not planned for, and no operation is under way. */
    public boolean isIdle() {
        return loop.isIdle();
    }

    public void listen(QueueListener listener) {
        loop.listen(listener.forLoop());
    }

    /** Why the routes of a node is as it is; empty while this instance does not work. */
    public Optional<Explanation> explain(String node) {
        return turns.explain(node);
    }

    /** How all objects stand; empty while this instance does not work. */
    public Optional<List<Explanation>> explainAll() {
        return turns.explainAll();
    }

    /** The route table, drawn; none while this instance does not work. */
    public List<Picture> pictures() {
        return turns.pictures();
    }

    public QueueStats queueStats() {
        return QueueStats.of(loop.stats());
    }

    @Override
    public void close() {
        if (!follow(STOP_TIMEOUT))
            log.warn("operations on the route table are still under way after {}", STOP_TIMEOUT);
        events.close();
        informers.close();

    }
}
