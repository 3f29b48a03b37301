package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.service.spec.NodeDrain;
import io.azureccm.service.spec.NodeFacts;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Determines which nodes are drained at a given time: from the Nodes, and from the time of first sight where a Node does not show a start
 * time. Keeps that state from turn to turn; not thread-safe.
 */
public final class DrainingNodes {
    private final DrainPolicy policy;
    private final Map<Sight, Instant> firstSeen = new HashMap<>();
    private Optional<Instant> nextChange = Optional.empty();

    private record Sight(String node, DrainReason reason) {}

    public DrainingNodes(DrainPolicy policy) {
        this.policy = policy;
    }

    /** This instance starts to lead. */
    public void begin() {
        firstSeen.clear();
        nextChange = Optional.empty();
    }

    /** By name of the node. */
    public Map<String, NodeDrain> at(Collection<NodeFacts> nodes, Instant now) {
        Map<String, NodeDrain> draining = new TreeMap<>();
        Map<Sight, Instant> seen = new HashMap<>();
        nextChange = Optional.empty();
        for (NodeFacts node : nodes) {
            if (node.controlPlane() || node.drain().reasons().isEmpty())
                continue;
            node.drain()
                    .reasons()
                    .forEach((reason, shownSince) -> seen.put(new Sight(node.name(), reason),
                            shownSince.filter(now::isAfter)
                                    .orElse(firstSeen.getOrDefault(new Sight(node.name(), reason), now))));
            drain(node, seen, now).ifPresent(drain -> draining.put(node.name(), drain));
        }
        firstSeen.clear();
        firstSeen.putAll(seen);
        return draining;
    }

    /** When the next node starts or stops being drained over time. */
    public Optional<Instant> nextChange() {
        return nextChange;
    }

    private Optional<NodeDrain> drain(NodeFacts node, Map<Sight, Instant> seen, Instant now) {
        List<NodeDrain> all = node.drain()
                .reasons()
                .keySet()
                .stream()
                .filter(reason -> reason.leaves() != node.serves())
                .map(reason -> drain(node.name(), reason, seen.get(new Sight(node.name(), reason))))
                .toList();
        all.stream()
                .flatMap(drain -> Stream.concat(Stream.of(drain.since()), drain.until().stream()))
                .filter(at -> at.isAfter(now))
                .forEach(at -> nextChange = Optional.of(nextChange.filter(at::isAfter).orElse(at)));
        // A node that has to leave for one reason leaves, regardless of the time another reason would allow.
        if (all.stream().anyMatch(drain -> drain.until().filter(until -> !now.isBefore(until)).isPresent()))
            return Optional.empty();
        return all.stream()
                .filter(drain -> !drain.since().isAfter(now))
                .min(Comparator.comparing((NodeDrain drain) -> drain.until().orElse(Instant.MAX))
                        .thenComparing(NodeDrain::reason));
    }

    private NodeDrain drain(String node, DrainReason reason, Instant seen) {
        return reason.leaves()
                ? new NodeDrain(node, reason, seen, Optional.of(seen.plus(policy.time(reason))))
                : new NodeDrain(node, reason, seen.plus(policy.time(reason)), Optional.empty());
    }
}
