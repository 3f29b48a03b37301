package io.azureccm.node.ipam;

import io.azureccm.common.core.Refusal;
import io.azureccm.node.plan.ipam.PodCidrPlan;
import io.fabric8.kubernetes.api.model.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Tells of what is wrong, as long as it is wrong: nodes that found nothing free, and CIDRs that should not be. */
final class PodCidrNotices {
    /** Told in plans alone: the node works, and its range is nobody else's. */
    private static final String OUTSIDE = "PodCIDROutsideClusterCIDR";

    private final PodCidrEvents events;
    private final Function<String, Optional<Node>> nodes;
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();
    private Set<Refusal> told = Set.of();

    PodCidrNotices(PodCidrEvents events, Function<String, Optional<Node>> nodes) {
        this.events = events;
        this.nodes = nodes;
    }

    /** Names of the nodes that found nothing free. */
    Set<String> waiting() {
        return Set.copyOf(waiting);
    }

    /** The refusals that are new with this plan, which looked at these nodes; users are told of all that hold. */
    List<Refusal> fresh(PodCidrPlan plan, Set<String> looked) {
        List<Refusal> fresh = new ArrayList<>();
        plan.findings().stream().filter(finding -> !told.contains(finding)).forEach(fresh::add);
        Map<String, List<Refusal>> findings = plan.findings()
                .stream()
                .filter(finding -> !finding.code().equals(OUTSIDE))
                .collect(Collectors.groupingBy(Refusal::subject, TreeMap::new, Collectors.toList()));
        told.stream().map(Refusal::subject).forEach(name -> findings.putIfAbsent(name, List.of()));
        findings.forEach((name, found) -> nodes.apply(name).ifPresent(node -> events.found(node, found)));
        told = new HashSet<>(plan.findings());
        Set<String> before = waiting();
        waiting.removeAll(looked);
        for (PodCidrPlan.Shortage shortage : plan.shortages()) {
            String name = shortage.node().name();
            waiting.add(name);
            nodes.apply(name).ifPresent(node -> events.notAvailable(node, shortage.text()));
            if (!before.contains(name))
                fresh.add(new Refusal(PodCidrEvents.NOT_AVAILABLE, name, shortage.text()));
        }
        before.stream()
                .filter(name -> !waiting.contains(name))
                .forEach(name -> nodes.apply(name)
                        .ifPresent(node -> events.available(node.getMetadata().getUid())));
        return fresh;
    }
}
