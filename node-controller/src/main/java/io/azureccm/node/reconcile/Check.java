package io.azureccm.node.reconcile;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.util.List;

/** A request to Azure that bypasses the lists: whether this scale set, or the machine of this one node, exists. */
record Check(ArmId resource, List<String> nodes) {
    Check {
        nodes = List.copyOf(nodes);
    }

    static Check of(String node, ArmId machine) {
        return new Check(machine, List.of(node));
    }

    boolean isOfScaleSet() {
        return resource.hasType(ArmTypes.SCALE_SET);
    }

    String lane() {
        return isOfScaleSet() ? "check of " + resource : TurnPlanner.lane(nodes.getFirst());
    }

    String target() {
        return isOfScaleSet() ? resource.shortName() : "the machine of " + nodes.getFirst();
    }
}
