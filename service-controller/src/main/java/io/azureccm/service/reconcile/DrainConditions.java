package io.azureccm.service.reconcile;

import io.azureccm.common.core.condition.Problem;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.loadbalancer.DrainedMembers;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeDrain;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.status.NodeConditionWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to Nodes that they get no new connections, as soon as Azure shows it, and that they get them again. A Node that was never drained
 * gets no condition. Not thread-safe.
 */
final class DrainConditions {
    private static final Logger log = LoggerFactory.getLogger(DrainConditions.class);
    /** The time in which the watch shows a write, and after which a failed write is retried. */
    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final NodeConditionWriter writer;
    private final Map<String, Attempt> attempts = new HashMap<>();

    private record Attempt(ShownCondition wanted, Instant until) {}

    DrainConditions(NodeConditionWriter writer) {
        this.writer = writer;
    }

    void begin() {
        attempts.clear();
    }

    void dispatch(KnownState known, Dispatcher<ServiceEvent> dispatcher, Instant now) {
        if (writer == NodeConditionWriter.NONE || known.azure().everything().isEmpty())
            return;
        ObservedState azure = known.azure().everything().get();
        Map<String, NodeDrain> draining = known.cluster().clusterState().draining();
        Set<String> down = azure.loadBalancers()
                .stream()
                .flatMap(balancer -> DrainedMembers.down(balancer).stream())
                .collect(Collectors.toSet());
        attempts.values().removeIf(attempt -> !now.isBefore(attempt.until()));
        for (NodeFacts node : known.cluster().clusterState().nodes()) {
            if (!draining.containsKey(node.name()) && node.drain() == DrainFacts.NONE)
                continue;
            wanted(node, Optional.ofNullable(draining.get(node.name())), down, now)
                    .filter(wanted -> !isTried(node.name(), wanted))
                    .ifPresent(wanted -> write(node, wanted, dispatcher, now));
        }
    }

    private static Optional<ShownCondition> wanted(NodeFacts node, Optional<NodeDrain> drain, Set<String> down,
            Instant now) {
        boolean isDown = node.internalIps().stream().anyMatch(down::contains);
        if (isDown && drain.isPresent())
            return DrainFacts.CONDITION.write(node.drain().condition(),
                    new Problem(drain.get().reason(), "Load balancers send no new connections to this node: "
                            + drain.get().describe()),
                    now);
        // A drained node that is not taken down yet, or has left the pools, does not count as getting connections again.
        return isDown || drain.isPresent() || !node.serves()
                ? Optional.empty()
                : DrainFacts.CONDITION.writeRecovered(node.drain().condition(), now);
    }

    private boolean isTried(String node, ShownCondition wanted) {
        Attempt attempt = attempts.get(node);
        return attempt != null && attempt.wanted().reason().equals(wanted.reason())
                && attempt.wanted().message().equals(wanted.message());
    }

    private void write(NodeFacts node, ShownCondition wanted, Dispatcher<ServiceEvent> dispatcher, Instant now) {
        String lane = "condition of node " + node.name();
        if (dispatcher.isBusy(lane))
            return;
        attempts.put(node.name(), new Attempt(wanted, now.plus(PAUSE)));
        dispatcher.dispatch(lane, () -> {
            try {
                writer.write(node.name(), node.drain().condition(), wanted, now);
            } catch (RuntimeException refused) {
                log.warn("Node {}: could not write condition {}: {}", node.name(), wanted.type(),
                        refused.getMessage());
            }
            return new ServiceEvent.NodeConditionWritten(node.name());
        });
    }

    /** When a possibly failed write is checked again. */
    Optional<Instant> due() {
        return attempts.values().stream().map(Attempt::until).min(Instant::compareTo);
    }
}
