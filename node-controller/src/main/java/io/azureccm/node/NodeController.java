package io.azureccm.node;

import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.queue.CoalescingQueue;
import io.azureccm.common.kube.queue.Priority;
import io.azureccm.common.kube.queue.QueueListener;
import io.azureccm.common.kube.queue.QueueSettings;
import io.azureccm.common.kube.queue.QueueStats;
import io.azureccm.common.reconcile.BackOff;
import io.azureccm.node.apply.NodeEvents;
import io.azureccm.node.apply.NodeMetrics;
import io.azureccm.node.apply.NodePlanExecutor;
import io.azureccm.node.apply.NodeWriter;
import io.azureccm.node.plan.NodePlanner;
import io.azureccm.node.plan.NodeSettings;
import io.azureccm.node.read.MachineSource;
import io.azureccm.node.watch.NodeRoster;
import io.fabric8.kubernetes.api.model.Node;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/**
 * The node controller without Spring: watches nodes from the start of its feeds on, and writes to them while it leads. A
 * controller that does not lead only keeps its caches warm.
 */
public final class NodeController implements AutoCloseable {
    /** What to do, when, and whether to write at all. */
    public record Settings(NodeSettings nodes, Timing timing, boolean dryRun) {}

    /** The way to Kubernetes: where nodes are watched, what is written to them, what users are told. */
    public record Cluster(Function<NodeRoster, ResourceInformer<Node>> feed, NodeWriter writer,
            EventRecorder recorder) {}

    /** Who hears what happens. */
    public record Ears(PlanJournal journal, MeterRegistry registry) {}

    private final ResourceInformers feeds;
    private final CoalescingQueue<String, Boolean> queue;
    private final NodeEvents events;
    private final NodeMetrics metrics;
    private final Worker worker;
    private final NodeRoster roster;

    public NodeController(Settings settings, MachineSource reader, Cluster cluster, Ears ears, Clock clock) {
        Timing timing = settings.timing();
        this.queue = new CoalescingQueue<>(
                new QueueSettings(timing.idleWindow(), timing.maxAge(),
                        BackOff.doubling(timing.retryBase(), timing.retryCap())),
                Boolean::logicalOr);
        queue.shut();
        this.events = new NodeEvents(cluster.recorder());
        this.roster = new NodeRoster(clock, new NodeRoster.Alarm() {
            @Override
            public void dirty(String node, Priority priority) {
                queue.add(node, false, priority);
            }

            @Override
            public void left(Node node) {
                events.left(node);
            }
        });
        this.feeds = ResourceInformers.of(cluster.feed().apply(roster));
        this.metrics = new NodeMetrics(ears.registry());
        Reconciler reconciler = new Reconciler(roster, reader, new NodePlanner(settings.nodes()), ears.journal(),
                events, clock);
        this.worker = new Worker(
                new Worker.Parts(queue, roster, reconciler,
                        new NodePlanExecutor(cluster.writer(), events, ears.journal().spans()),
                        ears.journal(), metrics),
                settings.nodes().refreshPeriod(), settings.dryRun(), clock);
    }

    public ResourceInformers feeds() {
        return feeds;
    }

    /** Whether the node has been seen. */
    public boolean isKnown(String node) {
        return roster.entry(node).isPresent();
    }

    /** Starts passes, the first over everything; the feeds are complete. */
    public void lead() {
        events.begin();
        queue.open();
        worker.start();
    }

    /** Stops passes; false if one, or a write, is still under way after {@code longest}. */
    public boolean follow(Duration longest) {
        events.end();
        boolean ended = worker.stop(longest);
        if (ended) {
            queue.shut();
            metrics.follows();
        }
        return ended;
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
        worker.stop(Duration.ofSeconds(2));
        events.close();
        queue.close();
    }
}
