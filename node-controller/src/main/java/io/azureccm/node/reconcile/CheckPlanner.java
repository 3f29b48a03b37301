package io.azureccm.node.reconcile;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.ProviderId;
import io.azureccm.common.reconcile.Lanes;
import io.azureccm.node.spec.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Plans which questions are asked directly: of many machines of one scale set that are missing, first that scale set. Pure. */
final class CheckPlanner {
    /** If more machines of one scale set than this are missing, the scale set is asked for before they are. */
    private static final int FEW = 2;
    /** At most so many machines are asked for side by side. */
    private static final int MAX_CHECKS = 64;

    /** The checks to begin now, and the nodes whose check waits for its place. */
    record Checks(List<Check> ready, List<NodeFacts> waiting) {}

    /** {@code open} are the nodes to check, with whether their scale set is known to stand; {@code underWay} checks are. */
    static Checks of(Map<NodeFacts, Boolean> open, long underWay, Lanes lanes) {
        Map<ArmId, List<NodeFacts>> bySet = new TreeMap<>();
        List<NodeFacts> single = new ArrayList<>();
        open.forEach((node, stands) -> scaleSet(node).filter(set -> !stands)
                .ifPresentOrElse(set -> bySet.computeIfAbsent(set, s -> new ArrayList<>()).add(node),
                        () -> single.add(node)));
        List<Check> ready = new ArrayList<>();
        List<NodeFacts> waiting = new ArrayList<>();
        bySet.forEach((set, members) -> {
            Check check = Check.of(set, members);
            if (members.size() <= FEW) {
                single.addAll(members);
            } else if (lanes.isBusy(check.lane())) {
                waiting.addAll(members);
            } else {
                ready.add(check);
            }
        });
        long places = MAX_CHECKS - underWay;
        for (NodeFacts node : single) {
            if (places > 0) {
                ready.add(Check.of(node));
                places--;
            } else {
                waiting.add(node);
            }
        }
        return new Checks(ready, waiting);
    }

    private static Optional<ArmId> scaleSet(NodeFacts node) {
        return ProviderId.machine(node.providerId()).flatMap(ProviderId::scaleSet);
    }

    private CheckPlanner() {}
}
