package io.azureccm.node.ipam;

import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.node.plan.ipam.PodCidrPlanner;
import io.fabric8.kubernetes.api.model.Node;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;

/**
 * Gives nodes their pod CIDRs while this process leads. All nodes are listed anew when it begins to lead, so that what another
 * leader gave is known before anything is given.
 */
public final class PodCidrController implements AutoCloseable {
    /** The way to Kubernetes: the informer shows all nodes, whatever the node filter says. */
    public record Cluster(Function<PodCidrRoster, ResourceInformer<Node>> informer, PodCidrWriter writer,
            EventRecorder recorder) {}

    private final PodCidrSettings settings;
    private final Cluster cluster;
    private final PodCidrTerm.Ears ears;
    private final InstantSource clock;
    private volatile PodCidrTerm term;

    public PodCidrController(PodCidrSettings settings, Cluster cluster, PlanJournal journal, MeterRegistry registry,
            InstantSource clock) {
        this.settings = settings;
        this.cluster = cluster;
        this.ears = new PodCidrTerm.Ears(journal, new PodCidrEvents(cluster.recorder()),
                new PodCidrMetrics(registry, settings.ranges()));
        this.clock = clock;
    }

    /** Lists the nodes and begins to give. Returns at once. */
    public void lead() {
        if (term != null)
            return;
        PodCidrTerm next = new PodCidrTerm(settings, new PodCidrPlanner(settings.ranges()), cluster, ears, clock);
        next.start();
        term = next;
    }

    /** Stops giving; false if a write is still under way after {@code longest}. */
    public boolean follow(Duration longest) {
        PodCidrTerm current = term;
        if (current != null && !current.stop(longest))
            return false;
        term = null;
        ears.metrics().rest();
        return true;
    }

    /** The start of the pass while one runs, otherwise when the worker last showed that it waits for work. */
    public Instant lastTurn() {
        PodCidrTerm current = term;
        return current == null ? clock.instant() : current.lastTurn();
    }

    public boolean isInPass() {
        PodCidrTerm current = term;
        return current != null && current.isInPass();
    }

    @Override
    public void close() {
        follow(Duration.ofSeconds(2));
        ears.events().close();
        ears.metrics().close();
    }
}
