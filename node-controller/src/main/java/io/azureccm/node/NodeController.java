package io.azureccm.node;

import io.azureccm.common.boot.EventLoopController;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.Inbox;
import io.azureccm.common.reconcile.LoopThread;
import io.azureccm.node.informer.NodeIndex;
import io.azureccm.node.observed.read.MachineSource;
import io.azureccm.node.plan.NodeSettings;
import io.azureccm.node.reconcile.NodeOperations;
import io.azureccm.node.reconcile.NodePreview;
import io.azureccm.node.reconcile.NodeScope;
import io.azureccm.node.reconcile.known.NodeTiming;
import io.azureccm.node.reconcile.turn.NodeEvent;
import io.azureccm.node.status.NodeEvents;
import io.azureccm.node.status.NodeMetrics;
import io.azureccm.node.status.NodeReports;
import io.azureccm.node.status.NodeWriter;
import io.fabric8.kubernetes.api.model.Node;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;

/**
 * The node controller without Spring. It watches nodes as soon as its informers start and writes to them only while it
 * leads; otherwise it only keeps its caches warm.
 */
public final class NodeController extends EventLoopController {
    /** What to manage, when, and whether this is a dry run. */
    public record Settings(NodeSettings nodes, NodeTiming timing, boolean dryRun) {}

    /** Access to Kubernetes: the node informer, the writer, the event recorder and the limits on deletions. */
    public record Cluster(Function<NodeIndex, ResourceInformer<Node>> informer, NodeWriter writer,
            EventRecorder recorder, RemovalPolicy removals) {
        /** Without limits on deletions. */
        public Cluster(Function<NodeIndex, ResourceInformer<Node>> informer, NodeWriter writer,
                EventRecorder recorder) {
            this(informer, writer, recorder, RemovalPolicy.NONE);
        }
    }

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);

    /** Receivers of plans and metrics. */
    public record Audience(PlanJournal journal, MeterRegistry registry) {}

    private final NodeEvents events;
    private final NodeMetrics metrics;
    private final RemovalPolicy removals;
    private final NodeIndex index;
    private final Parts parts;

    public NodeController(Settings settings, MachineSource machines, Cluster cluster, Audience audience, Clock clock) {
        Inbox<NodeEvent> inbox = new Inbox<>();
        this.removals = cluster.removals();
        this.events = new NodeEvents(cluster.recorder());
        this.metrics = new NodeMetrics(audience.registry());
        this.index = new NodeIndex(clock, name -> inbox.post(new NodeEvent.Changed(name)),
                last -> inbox.post(new NodeEvent.Left(last)));
        NodeOperations operations = new NodeOperations(machines, cluster.writer(),
                new NodeOperations.Audience(audience.journal(), events, metrics), clock);
        NodeScope scope = new NodeScope(
                new NodeScope.Parts(index, operations, new NodeReports(events, metrics), cluster.removals()),
                settings.nodes(),
                settings.timing(), settings.dryRun());
        NodePreview turns = new NodePreview(scope, inbox,
                new Dispatcher<>(Dispatcher.threads("node-operation"), inbox, clock),
                clock);
        this.parts = new Parts(ResourceInformers.of(cluster.informer().apply(index)),
                new LoopThread("nodes", turns.turns(), clock), turns, turns.recordable(machines::record),
                turns::noting);
    }

    /** Whether the watch has shown the node. */
    public boolean isKnown(String node) {
        return index.entry(node).isPresent();
    }

    /** Starts to reconcile, all nodes first. */
    @Override
    public void start() {
        events.begin();
        parts.thread().start(informers()::synced);
    }

    @Override
    public boolean stop(Duration longest) {
        events.end();
        boolean ended = parts.thread().stop(longest);
        if (ended) {
            metrics.follows();
            removals.approvals().report(Removals.NONE);
        }
        return ended;
    }

    @Override
    protected Parts parts() {
        return parts;
    }

    @Override
    public void close() {
        stop(STOP_TIMEOUT);
        events.close();
    }
}
