package io.azureccm.node.plan.ipam;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.ProviderId;

/** The machine behind a node that waits for pod CIDRs, as far as its Node tells. */
public sealed interface MachineRef {
    MachineRef UNKNOWN = new Unknown();

    /** The Node has no provider id yet, or nobody asks. */
    record Unknown() implements MachineRef {}

    /** No machine of Azure. */
    record Elsewhere() implements MachineRef {}

    record Azure(ArmId id) implements MachineRef {}

    /** {@code managed} is false for a node whose owner says that it is no machine of this cloud. */
    static MachineRef of(String providerId, boolean managed) {
        if (!managed)
            return new Elsewhere();
        return providerId.isEmpty()
                ? UNKNOWN
                : ProviderId.machine(providerId).<MachineRef>map(Azure::new).orElseGet(Elsewhere::new);
    }
}
