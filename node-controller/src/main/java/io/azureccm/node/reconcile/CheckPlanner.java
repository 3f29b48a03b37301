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

/**
 * Plans which direct requests to make: if several machines of one scale set are missing, the scale set is checked
 * first. Pure.
 */
final class CheckPlanner {
    /** If more machines of a scale set than this are missing, the scale set is checked before them. */
    private static final int FEW = 2;
    /** Maximum number of concurrent checks of machines. */
    private static final int MAX_CHECKS = 64;

    /** The checks to start now, and the nodes whose check waits for a slot. */
    record Checks(List<Check> ready, List<NodeFacts> waiting) {}

    /**
     * {@code open} are the nodes to check, with whether their scale set is known to exist; {@code underWay} is the
     * number of running checks.
     */
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
