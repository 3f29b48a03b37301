package io.azureccm.service.model.machine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ArmElement;
import io.azureccm.service.spec.IpFamily;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A resource that is written to change the members of a backend pool. */
public sealed interface PoolMember extends ArmElement permits NetworkInterface, ScaleSet, ScaleSetInstance {
    /** Empty for a resource of another type. */
    static Optional<PoolMember> of(ArmId id, ObjectNode json) {
        return Optional.ofNullable(switch (id) {
            case ArmId nic when nic.hasType(ArmTypes.NETWORK_INTERFACE) -> new NetworkInterface(nic, json);
            case ArmId instance when instance.hasType(ArmTypes.SCALE_SET_VM) -> new ScaleSetInstance(instance, json);
            case ArmId scaleSet when scaleSet.hasType(ArmTypes.SCALE_SET) -> new ScaleSet(scaleSet, json);
            default -> null;
        });
    }

    NetworkProfile profile();

    /** A copy that may be sent, added to these pools by family and removed from those in {@code leave}. */
    PoolMember with(Map<IpFamily, Set<ArmId>> join, Set<ArmId> leave);
}
