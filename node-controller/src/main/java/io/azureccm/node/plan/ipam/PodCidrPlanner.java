package io.azureccm.node.plan.ipam;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.net.Cidr;
import io.azureccm.node.plan.ipam.PodCidrPlan.Assignment;
import io.azureccm.node.plan.ipam.PodCidrPlan.Shortage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Assigns each waiting node one block of each range, the oldest node first. Each plan counts the taken blocks from the
 * nodes again, so a range is free as soon as no node has it. The search continues after the last assigned block and
 * wraps around, so that a released block is not reused at once. If lengths differ per node, each node gets the first
 * free prefix of its length. {@code ranges} are of different IP families, in the order of the nodes' CIDRs.
 */
public record PodCidrPlanner(List<PodRange> ranges) {
    public PodCidrPlanner {
        ranges = List.copyOf(ranges);
    }

    public PodCidrPlan plan(PodCidrState state) {
        List<BlockMap> maps = ranges(state).stream().map(BlockMap::new).toList();
        List<Refusal> findings = new ArrayList<>();
        boolean doubtful = false;
        for (NodeCidrs node : state.nodes()) {
            for (Cidr cidr : node.cidrs())
                doubtful |= mark(maps, cidr);
        }
        if (doubtful || CidrFindings.suspects(ranges, state.nodes()))
            findings.addAll(CidrFindings.of(ranges, state.nodes()));
        Map<String, List<Cidr>> kept = claims(state, maps);
        state.tagged().ifPresent(tagged -> maps.forEach(map -> map.avoid(tagged.resting())));
        List<Integer> cursors = new ArrayList<>(state.cursors());
        List<Assignment> assignments = new ArrayList<>();
        List<Shortage> shortages = new ArrayList<>();
        state.nodes()
                .stream()
                .filter(node -> node.isWaiting() && state.due().contains(node.name()))
                .sorted(NodeCidrs.BY_AGE)
                .forEach(node -> {
                    if (kept.containsKey(node.uid()))
                        assignments.add(new Assignment(node, kept.get(node.uid()), List.of(), Optional.empty()));
                    else if (state.tagged().isEmpty())
                        search(node, maps, Optional.empty(), cursors, assignments, shortages);
                    else if (state.tagged().get().masks().containsKey(node.name()))
                        search(node, maps, Optional.of(state.tagged().get().masks().get(node.name())), cursors,
                                assignments, shortages);
                });
        return new PodCidrPlan(assignments, shortages, findings, maps.stream().map(BlockMap::usage).toList(), cursors);
    }

    /** If lengths differ, a block has the longest prefix of all nodes, so that no two nodes share a block. */
    private List<PodRange> ranges(PodCidrState state) {
        if (state.tagged().isEmpty())
            return ranges;
        List<PodRange> finest = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i++) {
            PodRange range = ranges.get(i);
            int position = i;
            IntStream wanted = state.tagged()
                    .get()
                    .masks()
                    .values()
                    .stream()
                    .mapToInt(
                            masks -> masks.lengths().get(position));
            IntStream had = Stream
                    .concat(state.nodes().stream().map(NodeCidrs::cidrs), state.claims().values().stream())
                    .flatMap(List::stream)
                    .filter(range.range()::contains)
                    .mapToInt(Cidr::length);
            finest.add(range.in(IntStream.concat(wanted, had).reduce(range.mask(), Math::max)));
        }
        return finest;
    }

    /** True if another node already had part of it. */
    private static boolean mark(List<BlockMap> maps, Cidr cidr) {
        boolean before = false;
        for (BlockMap map : maps)
            before |= map.mark(cidr);
        return before;
    }

    /** Claims of nodes that still wait. A claim that overlaps the CIDR of another node is dropped. */
    private static Map<String, List<Cidr>> claims(PodCidrState state, List<BlockMap> maps) {
        Map<String, List<Cidr>> kept = new HashMap<>();
        for (NodeCidrs node : state.nodes()) {
            List<Cidr> claim = node.hasCidrs() ? null : state.claims().get(node.uid());
            if (claim == null)
                continue;
            boolean lost = false;
            for (Cidr cidr : claim)
                lost |= mark(maps, cidr);
            if (!lost)
                kept.put(node.uid(), claim);
        }
        return kept;
    }

    /**
     * A block of each range, or none at all. If lengths differ, it is the first free prefix of the node's length in each range: that keeps
     * space for short prefixes from being fragmented by long ones.
     */
    private static void search(NodeCidrs node, List<BlockMap> maps, Optional<NodeMasks> masks, List<Integer> cursors,
            List<Assignment> assignments, List<Shortage> shortages) {
        List<Integer> lengths = masks.map(NodeMasks::lengths)
                .orElseGet(() -> maps.stream().map(map -> map.range().mask()).toList());
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < maps.size(); i++)
            found.add(masks.isPresent() ? maps.get(i).first(lengths.get(i)) : maps.get(i).next(cursors.get(i)));
        if (found.stream().anyMatch(block -> block < 0)) {
            shortages.add(shortage(node, maps, found, lengths));
            return;
        }
        List<Cidr> cidrs = new ArrayList<>();
        List<Integer> tries = new ArrayList<>();
        for (int i = 0; i < maps.size(); i++) {
            PodRange range = maps.get(i).range();
            int block = found.get(i);
            cidrs.add(maps.get(i).take(block, lengths.get(i)));
            if (masks.isPresent()) {
                tries.add((block >> (range.mask() - lengths.get(i))) + 1);
            } else {
                tries.add(Math.floorMod(block - cursors.get(i), range.size()) + 1);
                cursors.set(i, (block + 1) % range.size());
            }
        }
        assignments.add(new Assignment(node, cidrs, tries, masks));
    }

    private static Shortage shortage(NodeCidrs node, List<BlockMap> maps, List<Integer> found, List<Integer> lengths) {
        List<PodCidrPlan.FullRange> lacks = new ArrayList<>();
        for (int i = 0; i < maps.size(); i++) {
            if (found.get(i) < 0)
                lacks.add(new PodCidrPlan.FullRange(maps.get(i).usage(), lengths.get(i)));
        }
        return new Shortage(node, lacks);
    }
}
