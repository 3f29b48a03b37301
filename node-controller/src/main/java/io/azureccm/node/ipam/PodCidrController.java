package io.azureccm.node.ipam;

import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.EventLoop;
import io.azureccm.common.reconcile.Inbox;
import io.azureccm.common.reconcile.LoopStats;
import io.azureccm.common.reconcile.LoopThread;
import io.azureccm.node.ipam.turn.PodCidrEvent;
import io.azureccm.node.plan.ipam.MaskPlanner;
import io.azureccm.node.plan.ipam.PodCidrPlanner;
import io.azureccm.node.reconcile.known.NodeTiming;
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

    /** One term as leader, with its own list of all nodes. */
    private record Term(ResourceInformer<Node> informer, LoopThread loop) {}

    private final PodCidrSettings settings;
    private final Cluster cluster;
    private final Optional<VmSetSource> sets;
    private final PodCidrOperations.Audience audience;
    private final InstantSource clock;
    private volatile Term term;

    /** {@code sets} is present if tags define prefix lengths. */
    public PodCidrController(PodCidrSettings settings, Cluster cluster, Optional<VmSetSource> sets, PlanJournal journal,
            MeterRegistry registry,
            HeadroomRegister headroom, InstantSource clock) {
        this.settings = settings;
        this.cluster = cluster;
        this.sets = sets;
        this.audience = new PodCidrOperations.Audience(journal, new PodCidrEvents(cluster.recorder()),
                new PodCidrMetrics(registry, headroom, settings.ranges()));
        this.clock = clock;
    }

    /** Lists the nodes and starts to assign. Returns immediately. */
    public void start() {
        if (term != null)
            return;
        audience.events().begin();
        Inbox<PodCidrEvent> inbox = new Inbox<>();
        PodCidrIndex index = new PodCidrIndex(settings.filter(),
                (node, left) -> inbox
                        .post(left ? new PodCidrEvent.Left(node) : new PodCidrEvent.Changed(node.name())));
        ResourceInformer<Node> informer = cluster.informer().apply(index);
        PodCidrScope scope = new PodCidrScope(
                new PodCidrScope.Parts(index,
                        new PodCidrOperations(cluster.writer(),
                                name -> informer.store().get(name).or(() -> index.node(name)), sets, audience,
                                settings.dryRun(), clock),
                        new PodCidrReports(audience.events(), audience.metrics(), index)),
                new PodCidrPlanner(settings.ranges()),
                settings.tagged() ? Optional.of(new MaskPlanner(settings.ranges())) : Optional.empty(),
                NodeTiming.DEFAULT,
                settings.dryRun());
        LoopThread loop = new LoopThread("pod-cidrs", new EventLoop<>(scope, inbox,
                new Dispatcher<>(Dispatcher.threads("pod-cidr-operation"), inbox, clock), clock), clock);
        loop.start(informer::synced);
        informer.start();
        term = new Term(informer, loop);
    }

    /** Stops assigning; returns false if a write is still running after {@code longest}. */
    public boolean stop(Duration longest) {
        audience.events().end();
        Term current = term;
        if (current != null) {
            boolean ended = current.loop().stop(longest);
            current.informer().close();
            if (!ended)
                return false;
        }
        term = null;
        audience.metrics().rest();
        return true;
    }

    /** The last time the loop is known to have been waiting for events or for the initial list of nodes. */
    public Instant lastTurn() {
        Term current = term;
        return current == null || !current.informer().synced() ? clock.instant() : current.loop().lastTurn();
    }

    /** Whether something has not been planned for yet, or a write is running. */
    public boolean isWorking() {
        Term current = term;
        return current != null && !current.loop().isIdle();
    }

    /** The turns that fail now. */
    public LoopStats.Failing failing() {
        Term current = term;
        return current == null ? LoopStats.Failing.NONE : current.loop().stats().failing();
    }

    @Override
    public void close() {
        stop(STOP_TIMEOUT);
        audience.events().close();
        audience.metrics().close();
    }
}
