package io.azureccm.common.config;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyGroup;
import io.azureccm.common.config.key.Keys;
import io.azureccm.common.config.key.TextForm;
import java.time.Duration;

/**
 * What the nodes run on.
 *
 * @param disableAvailabilitySetNodes promises that no node is a standalone machine or in an availability set
 * @param enableVmssFlexNodes         nodes of flexible scale sets may be part of a scale set cluster
 * @param instanceNotFoundGracePeriod how long a new node whose machine is not visible in Azure yet still counts as existing
 */
@Keys(KeyGroup.MACHINES)
public record MachineConfig(
        @Key(value = "vmType", fallback = "vmss", effect = "What nodes run on: uniform scale sets, standalone"
                + " machines, or flexible scale sets") VmType vmType,
        @Key(value = "disableAvailabilitySetNodes", effect = "Promises that no node is a standalone machine;"
                + " interface-based pools use the providerID of each node instead; only with vmType vmss") boolean disableAvailabilitySetNodes,
        @Key(value = "enableVmssFlexNodes", effect = "Allows nodes of flexible scale sets in a cluster of vmType"
                + " vmss; interface-based pools accept them in any case") boolean enableVmssFlexNodes,
        @Key(value = "useInstanceMetadata", effect = "Queries the instance metadata service for facts about its own"
                + " machine") boolean useInstanceMetadata,
        @Key(value = "primaryAvailabilitySetName", is = TextForm.RESOURCE_NAME, effect = "Availability set whose"
                + " machines back a basic load balancer") String primaryAvailabilitySetName,
        @Key(value = "primaryScaleSetName", is = TextForm.RESOURCE_NAME, effect = "Scale set whose machines back a"
                + " basic load balancer") String primaryScaleSetName,
        @Key(value = "nodeInstanceNotFoundGracePeriodInSeconds", effect = "How long a new node whose machine is not"
                + " visible in Azure yet still counts as existing") Duration instanceNotFoundGracePeriod) {

    /** Name of the primary machine set: the scale set for scale set clusters, otherwise the availability set. */
    public String primarySetName() {
        return vmType == VmType.STANDARD ? primaryAvailabilitySetName : primaryScaleSetName;
    }
}
