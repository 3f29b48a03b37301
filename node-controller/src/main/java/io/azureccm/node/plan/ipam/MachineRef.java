package io.azureccm.node.plan.ipam;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.ProviderId;

/** The machine of a node that waits for pod CIDRs, as far as the Node names it. */
public sealed interface MachineRef {
    MachineRef ELSEWHERE = new Elsewhere();
    MachineRef UNKNOWN = new Unknown();

    /** The Node has no provider ID yet, or the machine is not needed. */
    record Unknown() implements MachineRef {}

    /** Not an Azure machine. */
    record Elsewhere() implements MachineRef {}

    record Azure(ArmId id) implements MachineRef {}

    static MachineRef of(String providerId) {
        return providerId.isEmpty()
                ? UNKNOWN
                : ProviderId.machine(providerId).<MachineRef>map(Azure::new).orElse(ELSEWHERE);
    }
}
