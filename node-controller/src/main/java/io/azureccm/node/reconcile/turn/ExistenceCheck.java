package io.azureccm.node.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.util.List;

/** A request to Azure that bypasses the lists: whether this scale set, or the machine of this one node, exists. */
public record ExistenceCheck(ArmId resource, List<String> nodes) {
    public ExistenceCheck {
        nodes = List.copyOf(nodes);
    }

    public boolean isOfScaleSet() {
        return resource.hasType(ArmTypes.SCALE_SET);
    }

    public String lane() {
        return isOfScaleSet() ? "check of " + resource : TurnPlanner.lane(nodes.getFirst());
    }

    public String target() {
        return isOfScaleSet() ? resource.shortName() : "the machine of " + nodes.getFirst();
    }
}
