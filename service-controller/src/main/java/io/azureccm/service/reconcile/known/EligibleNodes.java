package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.NodeFacts;
import java.util.List;
import java.util.Optional;

/** Tracks from turn to turn which nodes take traffic. */
public final class EligibleNodes {
    /** Null before the first turn. */
    private List<Host> known;
    private List<NodeFacts> last;

    private record Host(String node, Optional<ArmId> machine) {}

    public static boolean takesTraffic(NodeFacts node) {
        return !node.excluded() && !node.leaving();
    }

    /** Names of the nodes that take traffic, if they changed since the previous turn. */
    public Optional<List<String>> news(ClusterState clusterState) {
        if (clusterState.nodes() == last)
            return Optional.empty();
        last = clusterState.nodes();
        List<NodeFacts> now = clusterState.nodes().stream().filter(EligibleNodes::takesTraffic).toList();
        List<Host> before = known;
        known = now.stream().map(node -> new Host(node.name(), node.machine())).toList();
        return before == null || before.equals(known)
                ? Optional.empty()
                : Optional.of(now.stream().map(NodeFacts::name).toList());
    }
}
