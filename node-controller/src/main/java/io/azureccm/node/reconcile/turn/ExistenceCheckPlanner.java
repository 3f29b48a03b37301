package io.azureccm.node.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.ProviderId;
import io.azureccm.common.reconcile.turn.Lanes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Plans which direct requests to make: if several machines of one scale set are missing, the scale set is checked
 * first. Pure.
 */
public final class ExistenceCheckPlanner {
    /** If more machines of a scale set than this are missing, the scale set is checked before them. */
    private static final int FEW = 2;
    /** Maximum number of concurrent checks of machines: with other reads of single machines, fewer than the slots for reads. */
    private static final int MAX_CHECKS = 16;

    /** A node whose machine has to be checked; {@code stands}: the scale set of the machine is known to exist. */
    public record Wanted(String node, ArmId machine, boolean stands) {}

    /** The checks to start now, and the nodes whose check waits for a slot. */
    public record Checks(List<ExistenceCheck> ready, List<String> waiting) {}

    /** {@code underWay} is the number of running checks. */
    public static Checks of(Collection<Wanted> wanted, long underWay, Lanes lanes) {
        Map<ArmId, List<Wanted>> bySet = new TreeMap<>();
        List<Wanted> single = new ArrayList<>();
        wanted.forEach(each -> ProviderId.scaleSet(each.machine())
                .filter(set -> !each.stands())
                .ifPresentOrElse(set -> bySet.computeIfAbsent(set, s -> new ArrayList<>()).add(each),
                        () -> single.add(each)));
        List<ExistenceCheck> ready = new ArrayList<>();
        List<String> waiting = new ArrayList<>();
        bySet.forEach((set, members) -> {
            ExistenceCheck check = new ExistenceCheck(set, members.stream().map(Wanted::node).toList());
            if (members.size() <= FEW) {
                single.addAll(members);
            } else if (lanes.isBusy(check.lane())) {
                waiting.addAll(check.nodes());
            } else {
                ready.add(check);
            }
        });
        long places = MAX_CHECKS - underWay;
        for (Wanted each : single) {
            if (places > 0) {
                ready.add(new ExistenceCheck(each.machine(), List.of(each.node())));
                places--;
            } else {
                waiting.add(each.node());
            }
        }
        return new Checks(ready, waiting);
    }

    private ExistenceCheckPlanner() {}
}
