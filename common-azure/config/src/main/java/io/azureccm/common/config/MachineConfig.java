package io.azureccm.common.config;

import java.time.Duration;
import java.util.Objects;

/**
 * What the nodes run on.
 *
 * @param disableAvailabilitySetNodes promises that no node is a standalone machine or in an availability set
 * @param enableVmssFlexNodes         nodes of flexible scale sets may be part of a scale set cluster
 * @param instanceNotFoundGracePeriod how long a new node whose machine is not visible in Azure yet still counts as existing
 */
public record MachineConfig(VmType vmType, boolean disableAvailabilitySetNodes, boolean enableVmssFlexNodes,
        boolean useInstanceMetadata, String primaryAvailabilitySetName, String primaryScaleSetName,
        Duration instanceNotFoundGracePeriod) {

    public MachineConfig {
        Objects.requireNonNull(vmType);
        Objects.requireNonNull(instanceNotFoundGracePeriod);
    }

    /** Name of the primary machine set: the scale set for scale set clusters, otherwise the availability set. */
    public String primarySetName() {
        return vmType == VmType.STANDARD ? primaryAvailabilitySetName : primaryScaleSetName;
    }
}
