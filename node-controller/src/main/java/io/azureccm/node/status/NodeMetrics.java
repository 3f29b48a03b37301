package io.azureccm.node.status;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.observe.metrics.PlanSizes;
import io.azureccm.common.observe.metrics.RefusedObjects;
import io.azureccm.node.plan.NodeChange;
import io.azureccm.node.plan.NodeWrite;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Metrics of plans, of the time that nodes wait for their initialisation, and of writes. */
public final class NodeMetrics {
    private static final Duration[] BUCKETS = Stream.of(1, 4, 16, 64, 256, 1024)
            .map(Duration::ofSeconds)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final Timer taintRemoval;
    private final Timer sync;
    private final Timer latency;
    private final PlanSizes sizes;
    /** Writes that were counted but not made yet, by UID of the Node. */
    private final Map<String, Set<NodeWrite>> unwritten = new ConcurrentHashMap<>();
    private final RefusedObjects refusedNodes;

    public NodeMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.sizes = new PlanSizes(registry);
        this.refusedNodes = new RefusedObjects(registry, refusal -> true);
        this.taintRemoval = timer("node.controller.cloud.provider.taint.removal.delay",
                "Time from the creation of a Node to the removal of its initialisation taint");
        this.sync = timer("node.controller.initial.node.sync.delay",
                "Time from the creation of a Node to the end of its initialisation");
        this.latency = Timer.builder("node.controller.initialisation")
                .description(
                        "Time from the first observation of a node with the initialisation taint to the removal of the taint")
                .publishPercentileHistogram()
                .register(registry);
    }

    /** A node was initialised that was created at {@code created} and first seen at {@code known}. */
    public void initialised(Instant created, Instant known, Instant now) {
        taintRemoval.record(Duration.between(created, now));
        sync.record(Duration.between(created, now));
        latency.record(Duration.between(known, now));
    }

    /**
     * A plan with these writes was made. They are counted whether or not they can be written; a write that fails is counted only
     * once until it succeeds.
     */
    public void planned(List<NodeChange> changes) {
        sizes.planned(changes.stream().mapToInt(change -> change.steps().size()).sum());
        changes.forEach(this::count);
    }

    private void count(NodeChange change) {
        Set<NodeWrite> writes = change.steps().stream().map(NodeChange.Step::write).collect(Collectors.toSet());
        Set<NodeWrite> before = Optional.ofNullable(unwritten.put(change.node().uid(), writes)).orElse(Set.of());
        change.steps()
                .stream()
                .filter(step -> !before.contains(step.write()))
                .forEach(step -> sizes.changed(kind(step.write()), step.cause()));
    }

    /** Of these nodes, which were planned for, exactly those with a refusal are refused now. */
    public void refused(Collection<String> names, Collection<Refusal> refusals) {
        refusedNodes.among(names, refusals);
    }

    /** The node (by UID) has left the cluster. */
    public void left(String uid) {
        unwritten.remove(uid);
    }

    /** This instance no longer leads; the leader makes the plans. */
    public void follows() {
        refusedNodes.forget();
        unwritten.clear();
    }

    private static Change.Kind kind(NodeWrite write) {
        return write instanceof NodeWrite.Delete ? Change.Kind.REMOVE : Change.Kind.UPDATE;
    }

    public void written(NodeChange change) {
        unwritten.remove(change.node().uid());
        change.steps().forEach(step -> writes(step.write()).increment());
    }

    private Counter writes(NodeWrite write) {
        return Counter.builder("node.controller.writes")
                .description("Writes to Nodes by kind of write")
                .tag("write", write.getClass().getSimpleName())
                .register(registry);
    }

    private Timer timer(String name, String description) {
        return Timer.builder(name).description(description).serviceLevelObjectives(BUCKETS).register(registry);
    }
}
