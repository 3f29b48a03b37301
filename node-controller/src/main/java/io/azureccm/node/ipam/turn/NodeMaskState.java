package io.azureccm.node.ipam.turn;

import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.machine.Lookups;
import io.azureccm.common.machine.MachineQuery.Freshness;
import io.azureccm.common.machine.VmSetLookup;
import io.azureccm.common.machine.VmSetQuery;
import io.azureccm.common.net.Cidr;
import io.azureccm.node.ipam.turn.PodCidrKnown.Departure;
import io.azureccm.node.plan.ipam.MachineRef;
import io.azureccm.node.plan.ipam.NodeCidrs;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * State for prefix lengths that differ per node: since when each node (by name) has been waiting for its lengths, the
 * VM set lookups for due nodes, the reads that the other nodes wait for, and recently released ranges with the time
 * until which they are not reused.
 */
public record NodeMaskState(Map<String, Instant> asked, Lookups<VmSetLookup> answers, Map<String, Set<String>> awaiting,
        Map<Cidr, Instant> resting) {
    public static final NodeMaskState NONE = new NodeMaskState(Map.of(), Lookups.none(), Map.of(), Map.of());
    /**
     * Tags read up to this long before a node starts to wait are fresh enough, so that one list serves all nodes that
     * join together.
     */
    private static final Duration TAGS_AGE = Duration.ofMinutes(1);
    private static final Duration REST = Duration.ofMinutes(5);

    public NodeMaskState {
        asked = Map.copyOf(asked);
        awaiting = Map.copyOf(awaiting);
        resting = Map.copyOf(resting);
    }

    /** The VM set query for a node whose lengths are needed. */
    public static Optional<VmSetQuery> question(NodeCidrs node, Instant asked) {
        return node.machine() instanceof MachineRef.Azure(var id)
                ? Optional.of(new VmSetQuery(node.name(), id, new Freshness(asked.minus(TAGS_AGE), asked)))
                : Optional.empty();
    }

    NodeMaskState withoutAnswers() {
        return new NodeMaskState(asked, Lookups.none(), awaiting, resting);
    }

    public Instant asked(String name, Instant now) {
        return asked.getOrDefault(name, now);
    }

    public NodeMaskState asking(Collection<String> names, Lookups<VmSetLookup> known, Instant now) {
        Map<String, Instant> since = new HashMap<>(asked);
        names.forEach(name -> since.putIfAbsent(name, now));
        return new NodeMaskState(since, known, awaiting, resting);
    }

    /** After a turn: planned nodes with an answer stop waiting, the others wait for their reads. */
    public NodeMaskState planned(Set<String> names, Set<String> open) {
        Map<String, Instant> since = new HashMap<>(asked);
        Map<String, Set<String>> reads = new HashMap<>(awaiting);
        names.forEach(name -> {
            reads.remove(name);
            if (open.contains(name)) {
                reads.put(name, answers.awaited().getOrDefault(name, Set.of()));
            } else {
                since.remove(name);
            }
        });
        return new NodeMaskState(since, Lookups.none(), reads, resting);
    }

    /** Without nodes that are gone; the ranges they released are not reused for a while. */
    public NodeMaskState after(List<Departure> left, Set<String> nodes, Instant now) {
        Map<Cidr, Instant> rests = new HashMap<>(resting);
        left.forEach(each -> each.released().forEach(cidr -> rests.put(cidr, now.plus(REST))));
        rests.values().removeIf(until -> !until.isAfter(now));
        return new NodeMaskState(Copies.retained(asked, nodes), answers, Copies.retained(awaiting, nodes), rests);
    }
}
