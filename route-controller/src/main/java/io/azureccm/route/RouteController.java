package io.azureccm.route;

import io.azureccm.common.boot.EventLoopController;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.arm.CacheConfig;
import io.azureccm.common.config.arm.CacheKind;
import io.azureccm.common.config.options.NodeFilter;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.EventRecorder;
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
import io.azureccm.route.reconcile.RouteEvent;
import io.azureccm.route.reconcile.RouteOperations;
import io.azureccm.route.reconcile.RoutePreview;
import io.azureccm.route.reconcile.RouteScope;
import io.azureccm.route.reconcile.RouteTiming;
import io.azureccm.route.reconcile.report.RouteReport;
import io.azureccm.route.reconcile.report.RouteReporter;
import io.azureccm.route.spec.NodeFactsParser;
import io.azureccm.route.status.ConditionWriter;
import io.azureccm.route.status.NodeEvents;
import io.azureccm.route.status.StatusWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The route controller without Spring. It watches nodes as soon as its informers start. While it leads, it keeps the
 * route table and the nodes' route conditions up to date; otherwise it only keeps its caches warm.
 */
public final class RouteController extends EventLoopController {
    private static final Logger log = LoggerFactory.getLogger(RouteController.class);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);

    /**
     * What to manage: the cloud config, the pod ranges, the node filter, when to write the table, whether this is a dry
     * run, and whether to write a condition to nodes without a route.
     */
    public record Settings(CloudConfig cloud, List<Cidr> clusterRanges, Optional<NodeFilter> nodeFilter,
            RouteTiming timing,
            boolean dryRun, ConditionOptions conditions) {
        public Settings {
            clusterRanges = List.copyOf(clusterRanges);
        }
    }

    /** Access to Azure. */
    public record Azure(ObservedStore store, MachineReader machines, PlanExecutor executor, PlanJournal journal) {}

    /**
     * Access to Kubernetes: the informers, the writer of node conditions, the event recorder, the limits on removals, and
     * whether another instance has led before this one.
     */
    public record Cluster(NodeInformers informers, ConditionWriter writer, EventRecorder recorder,
            RemovalPolicy removals,
            BooleanSupplier successor) {}

    private final NodeEvents events;
    private final Consumer<RouteReport> metrics;
    private final OrphanCheck orphans;
    private final RemovalPolicy removals;
    private final MachineReader machines;
    private final Parts parts;

    public RouteController(Settings settings, Azure azure, Cluster cluster, Consumer<RouteReport> metrics,
            OrphanRegister orphans, Clock clock) {
        PlannerSettings planner = new PlannerSettings(settings.cloud(), settings.clusterRanges());
        Inbox<RouteEvent> inbox = new Inbox<>();
        NodeFactsParser parser = new NodeFactsParser(settings.nodeFilter());
        NodeIndex nodes = new NodeIndex(parser,
                name -> inbox.post(new RouteEvent.NodeChanged(name)));
        this.metrics = metrics;
        this.machines = azure.machines();
        this.removals = cluster.removals();
        this.events = new NodeEvents(cluster.recorder());
        this.orphans = new OrphanCheck(orphans, new OrphanAudit(planner), azure.journal().spans());
        StatusWriter status = new StatusWriter(nodes, cluster.writer());
        RouteScope scope = new RouteScope(
                new RouteScope.Parts(nodes, operations(settings.cloud(), azure, planner, status, clock),
                        this.orphans, new RouteReporter(nodes, events, metrics), cluster.removals(),
                        cluster.successor()),
                new RoutePlanner(planner, cluster.removals().limits()), settings.timing(), settings.dryRun(),
                settings.conditions());
        Dispatcher<RouteEvent> dispatcher = new Dispatcher<>(Dispatcher.threads("route-operation"), inbox, clock);
        RoutePreview turns = new RoutePreview(scope, inbox, dispatcher, clock);
        this.parts = new Parts(cluster.informers().into(nodes),
                new LoopThread(planner.tableName(), turns.turns(), clock), turns, turns.recordable(parser),
                () -> turns);
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

    @Override
    public List<UnreadableResource> unreadable() {
        return machines.unreadable();
    }

    /** Starts to reconcile once all nodes are listed. */
    @Override
    public void start() {
        parts.thread().start(informers()::synced);
    }

    @Override
    public boolean stop(Duration longest) {
        events.end();
        if (!parts.thread().stop(longest))
            return false;
        events.end();
        orphans.end();
        removals.approvals().report(Removals.NONE);
        metrics.accept(new RouteReport.Following());
        return true;
    }

    @Override
    protected Parts parts() {
        return parts;
    }

    @Override
    public void close() {
        if (!stop(STOP_TIMEOUT))
            log.warn("operations on the route table are still running after {}", STOP_TIMEOUT);
        events.close();
    }
}
