package io.azureccm.node.plan.ipam;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.net.Cidr;
import io.azureccm.node.plan.ipam.PodCidrPlan.Assignment;
import io.azureccm.node.plan.ipam.PodCidrPlan.Shortage;
import io.azureccm.node.plan.ipam.PodCidrPlan.Usage;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives each waiting node one block of each range, the oldest node first. What is taken is counted anew from the nodes for each
 * plan, so that a range is free as soon as nobody has it. The search goes on behind the block given last and begins again at
 * the start, so that a block that became free is not given away at once.
 */
public final class PodCidrPlanner {
    private final List<PodRange> ranges;

    /** Ranges are of different families, in the order in which nodes name them. */
    public PodCidrPlanner(List<PodRange> ranges) {
        this.ranges = List.copyOf(ranges);
    }

    public List<PodRange> ranges() {
        return ranges;
    }

    public PodCidrPlan plan(PodCidrState state) {
        List<BitSet> taken = ranges.stream().map(PodCidrPlanner::reserved).toList();
        List<Refusal> findings = new ArrayList<>();
        boolean doubtful = false;
        for (NodeCidrs node : state.nodes()) {
            for (Cidr cidr : node.cidrs())
                doubtful |= mark(taken, cidr);
        }
        if (doubtful || CidrFindings.suspects(ranges, state.nodes()))
            findings.addAll(CidrFindings.of(ranges, state.nodes()));
        Map<String, List<Cidr>> kept = claims(state, taken);
        List<Integer> cursors = new ArrayList<>(state.cursors());
        List<Assignment> assignments = new ArrayList<>();
        List<Shortage> shortages = new ArrayList<>();
        state.nodes()
                .stream()
                .filter(node -> node.isWaiting() && state.due().contains(node.name()))
                .sorted(NodeCidrs.BY_AGE)
                .forEach(node -> Optional.ofNullable(kept.get(node.uid()))
                        .map(cidrs -> new Assignment(node, cidrs, List.of()))
                        .or(() -> search(node, taken, cursors))
                        .ifPresentOrElse(assignments::add, () -> shortages.add(shortage(node, taken))));
        return new PodCidrPlan(assignments, shortages, findings, usages(taken), cursors);
    }

    private static BitSet reserved(PodRange range) {
        BitSet blocks = new BitSet();
        range.reserved().forEach(prefix -> range.mark(blocks, prefix));
        return blocks;
    }

    /** True when somebody else had a part of it already. */
    private boolean mark(List<BitSet> taken, Cidr cidr) {
        boolean before = false;
        for (int i = 0; i < ranges.size(); i++)
            before |= ranges.get(i).mark(taken.get(i), cidr);
        return before;
    }

    /** Claims of nodes that still wait. One that overlaps what another node shows by now is given up. */
    private Map<String, List<Cidr>> claims(PodCidrState state, List<BitSet> taken) {
        Map<String, List<Cidr>> kept = new HashMap<>();
        for (NodeCidrs node : state.nodes()) {
            List<Cidr> claim = node.hasCidrs() ? null : state.claims().get(node.uid());
            if (claim == null)
                continue;
            boolean lost = false;
            for (Cidr cidr : claim)
                lost |= mark(taken, cidr);
            if (!lost)
                kept.put(node.uid(), claim);
        }
        return kept;
    }

    /** A block of each range, or nothing of any. */
    private Optional<Assignment> search(NodeCidrs node, List<BitSet> taken, List<Integer> cursors) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i++) {
            int index = free(taken.get(i), cursors.get(i), ranges.get(i).size());
            if (index < 0)
                return Optional.empty();
            found.add(index);
        }
        List<Cidr> cidrs = new ArrayList<>();
        List<Integer> tries = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i++) {
            int index = found.get(i);
            int size = ranges.get(i).size();
            taken.get(i).set(index);
            cidrs.add(ranges.get(i).block(index));
            tries.add(Math.floorMod(index - cursors.get(i), size) + 1);
            cursors.set(i, (index + 1) % size);
        }
        return Optional.of(new Assignment(node, cidrs, tries));
    }

    private static int free(BitSet taken, int from, int size) {
        int behind = taken.nextClearBit(from);
        if (behind < size)
            return behind;
        int before = taken.nextClearBit(0);
        return before < from ? before : -1;
    }

    private Shortage shortage(NodeCidrs node, List<BitSet> taken) {
        return new Shortage(node,
                usages(taken).stream().filter(usage -> usage.taken() == usage.range().size()).toList());
    }

    private List<Usage> usages(List<BitSet> taken) {
        List<Usage> usages = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i++)
            usages.add(new Usage(ranges.get(i), taken.get(i).cardinality()));
        return usages;
    }
}
