package io.azureccm.node.reconcile;

import io.azureccm.common.core.ArmId;
import io.azureccm.node.spec.NodeFacts;
import java.util.List;
import java.util.Optional;

/** A request to Azure that bypasses the lists: whether this scale set, or the machine of this one node, exists. */
record Check(String lane, Optional<ArmId> scaleSet, List<NodeFacts> nodes) {
    Check {
        nodes = List.copyOf(nodes);
    }

    static Check of(NodeFacts node) {
        return new Check(TurnPlanner.lane(node.name()), Optional.empty(), List.of(node));
    }

    static Check of(ArmId scaleSet, List<NodeFacts> nodes) {
        return new Check("check of " + scaleSet, Optional.of(scaleSet), nodes);
    }

    String target() {
        return scaleSet.map(ArmId::shortName).orElseGet(() -> "the machine of " + nodes.getFirst().name());
    }
}
