package io.azureccm.service.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.estate.Estate;
import io.azureccm.service.intent.NodeFacts;
import java.util.Optional;

/** The set that the machine of a node belongs to: a scale set or an availability set, by name. */
final class MachineSets {
    MachineSets(Estate estate) {}

    Optional<String> of(NodeFacts node) {
        return node.machine()
                .filter(machine -> machine.hasType(ArmTypes.SCALE_SET_VM))
                .flatMap(ArmId::parent)
                .map(ArmId::name);
    }
}
