package io.azureccm.node.ipam;

import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.machine.MachineRecord;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.EventLoop;
import io.azureccm.common.reconcile.Inbox;
import io.azureccm.common.reconcile.LoopStats;
import io.azureccm.common.reconcile.LoopThread;
import io.azureccm.common.record.Recordable;
import io.azureccm.node.ipam.turn.PodCidrEvent;
import io.azureccm.node.ipam.turn.PodCidrKnown;
import io.azureccm.node.ipam.turn.PodCidrTurn;
import io.azureccm.node.ipam.turn.SeenPodNode;
import io.fabric8.kubernetes.api.model.Node;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * Assigns pod CIDRs to nodes while this process leads. It lists all nodes again whenever it becomes leader, so that it
 * knows every assignment of the previous leader before it makes one.
 */
public final class PodCidrController implements AutoCloseable {
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);

    /** Access to Kubernetes. The informer shows all nodes, regardless of the node filter. */
    public record Cluster(Function<PodCidrIndex, ResourceInformer<Node>> informer, PodCidrWriter writer,
            EventRecorder recorder) {}

    private final Cluster cluster;
    private final PodCidrOperations.Audience audience;
    private final InstantSource clock;
    private final PodCidrIndex index;
    private final Recordable<?, ?, ?> recordable;
    private final LoopThread loop;
    /** Of the current term as leader, null otherwise. */
    private volatile ResourceInformer<Node> informer;

    /** {@code sets} is present if tags define prefix lengths. */
    public PodCidrController(PodCidrSettings settings, Cluster cluster, Optional<MachineReader> sets,
            PlanJournal journal,
            MeterRegistry registry,
            HeadroomRegister headroom, InstantSource clock) {
        Inbox<PodCidrEvent> inbox = new Inbox<>();
        this.cluster = cluster;
        this.audience = new PodCidrOperations.Audience(journal, new PodCidrEvents(cluster.recorder()),
                new PodCidrMetrics(registry, headroom, settings.ranges()));
        this.clock = clock;
        this.index = new PodCidrIndex(settings.filter(), (node, left) -> inbox
                .post(left ? new PodCidrEvent.Left(node) : new PodCidrEvent.Changed(node.name())));
        PodCidrScope scope = new PodCidrScope(
                new PodCidrScope.Parts(index,
                        new PodCidrOperations(cluster.writer(), this::newest, sets, audience, settings.dryRun(),
                                clock),
                        new PodCidrReports(audience.events(), audience.metrics(), index)),
                settings);
        EventLoop<PodCidrEvent, PodCidrKnown, PodCidrTurn> turns = new EventLoop<>(scope, inbox,
                new Dispatcher<>(Dispatcher.threads("pod-cidr-operation"), inbox, clock), clock);
        this.recordable = new Recordable<>("pod-cidrs", scope, turns,
                () -> new PodCidrCodec(index::facts, sets.map(MachineReader::record).orElse(MachineRecord.NONE)));
        this.loop = new LoopThread("pod-cidrs", turns, clock);
    }

    private Optional<Node> newest(String name) {
        ResourceInformer<Node> current = informer;
        return (current == null ? Optional.<Node>empty() : current.store().get(name))
                .or(() -> index.entry(name).map(SeenPodNode::node));
    }

    /** The turns, to be recorded and replayed. */
    public Recordable<?, ?, ?> recordable() {
        return recordable;
    }

    /** Lists the nodes and starts to assign. Returns immediately. */
    public void start() {
        if (informer != null)
            return;
        audience.events().begin();
        index.forget();
        ResourceInformer<Node> started = cluster.informer().apply(index);
        informer = started;
        loop.start(started::synced);
        started.start();
    }

    /** Stops assigning; returns false if a write is still running after {@code longest}. */
    public boolean stop(Duration longest) {
        audience.events().end();
        ResourceInformer<Node> current = informer;
        if (current != null) {
            boolean ended = loop.stop(longest);
            current.close();
            if (!ended)
                return false;
        }
        informer = null;
        audience.metrics().rest();
        return true;
    }

    /** The last time the loop is known to have been waiting for events or for the initial list of nodes. */
    public Instant lastTurn() {
        ResourceInformer<Node> current = informer;
        return current == null || !current.synced() ? clock.instant() : loop.lastTurn();
    }

    /** Whether something has not been planned for yet, or a write is running. */
    public boolean isWorking() {
        return informer != null && !loop.isIdle();
    }

    /** The turns that fail now. */
    public LoopStats.Failing failing() {
        return informer == null ? LoopStats.Failing.NONE : loop.stats().failing();
    }

    @Override
    public void close() {
        stop(STOP_TIMEOUT);
        audience.events().close();
        audience.metrics().close();
    }
}
