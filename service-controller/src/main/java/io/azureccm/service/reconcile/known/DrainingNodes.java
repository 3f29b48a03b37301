package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.service.spec.NodeDrain;
import io.azureccm.service.spec.NodeFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Which nodes are drained, by name, and when the next one starts or stops being drained over time; {@code firstSeen} counts where a Node
 * does not show since when. Immutable.
 */
public record DrainingNodes(Map<String, NodeDrain> drains, Optional<Instant> nextChange,
        Map<ShownReason, Instant> firstSeen) {
    public static final DrainingNodes NONE = new DrainingNodes(Map.of(), Optional.empty(), Map.of());

    /** A reason that a Node shows. */
    public record ShownReason(String node, DrainReason reason) {}

    public DrainingNodes {
        drains = Collections.unmodifiableMap(new TreeMap<>(drains));
        firstSeen = Map.copyOf(firstSeen);
    }

    /** The state at this time, when these nodes are there. */
    public DrainingNodes at(Collection<NodeFacts> nodes, DrainPolicy policy, Instant now) {
        Map<String, NodeDrain> draining = new TreeMap<>();
        Map<ShownReason, Instant> seen = new HashMap<>();
        List<NodeDrain> all = new ArrayList<>();
        for (NodeFacts node : nodes) {
            if (node.controlPlane() || node.drain().reasons().isEmpty())
                continue;
            node.drain()
                    .reasons()
                    .forEach((reason, shownSince) -> seen.put(new ShownReason(node.name(), reason),
                            shownSince.filter(now::isAfter)
                                    .orElse(firstSeen.getOrDefault(new ShownReason(node.name(), reason), now))));
            List<NodeDrain> reasons = drains(node, policy, seen);
            current(reasons, now).ifPresent(drain -> draining.put(node.name(), drain));
            all.addAll(reasons);
        }
        Optional<Instant> next = all.stream()
                .flatMap(drain -> Stream.concat(Stream.of(drain.since()), drain.until().stream()))
                .filter(at -> at.isAfter(now))
                .min(Instant::compareTo);
        return new DrainingNodes(draining, next, seen);
    }

    private static List<NodeDrain> drains(NodeFacts node, DrainPolicy policy, Map<ShownReason, Instant> seen) {
        return node.drain()
                .reasons()
                .keySet()
                .stream()
                .filter(reason -> reason.leaves() != node.serves())
                .map(reason -> drain(node.name(), reason, policy.time(reason),
                        seen.get(new ShownReason(node.name(), reason))))
                .toList();
    }

    /** A node that has to leave for one reason leaves, regardless of the time another reason would allow. */
    private static Optional<NodeDrain> current(List<NodeDrain> all, Instant now) {
        if (all.stream().anyMatch(drain -> drain.until().filter(until -> !now.isBefore(until)).isPresent()))
            return Optional.empty();
        return all.stream()
                .filter(drain -> !drain.since().isAfter(now))
                .min(Comparator.comparing((NodeDrain drain) -> drain.until().orElse(Instant.MAX))
                        .thenComparing(NodeDrain::reason));
    }

    private static NodeDrain drain(String node, DrainReason reason, Duration time, Instant seen) {
        return reason.leaves()
                ? new NodeDrain(node, reason, seen, Optional.of(seen.plus(time)))
                : new NodeDrain(node, reason, seen.plus(time), Optional.empty());
    }
}
