package io.azureccm.common.machine.read;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.VmType;

/**
 * Where machines are searched: in a subscription; among the instances of uniform scale sets, other machines, or both; with
 * the power states of instances in their lists or without.
 */
record MachineSearch(String subscription, boolean inScaleSets, boolean besidesScaleSets, boolean withInstanceView) {
    static MachineSearch of(CloudConfig cloud) {
        boolean scaleSets = cloud.machines().vmType() == VmType.SCALE_SET;
        return new MachineSearch(cloud.subscriptionId(), scaleSets,
                !scaleSets || !cloud.machines().disableAvailabilitySetNodes() || cloud.machines().enableVmssFlexNodes(),
                !cloud.arm().caches().listWithoutInstanceView());
    }
}
