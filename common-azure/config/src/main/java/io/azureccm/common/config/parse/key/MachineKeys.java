package io.azureccm.common.config.parse.key;

import static io.azureccm.common.config.parse.type.ScalarTypes.BOOL;
import static io.azureccm.common.config.parse.type.ScalarTypes.RESOURCE_NAME;

import io.azureccm.common.config.VmType;
import io.azureccm.common.config.parse.type.EnumType;
import io.azureccm.common.config.parse.type.ScalarTypes;
import java.time.Duration;

/** Keys that describe the machines behind the nodes. */
public final class MachineKeys {
    static final DeclaredKeys KEYS = new DeclaredKeys(KeyGroup.MACHINES);

    public static final ConfigKey<VmType> VM_TYPE = KEYS.key("vmType", EnumType.of(VmType.class, VmType.SCALE_SET),
            VmType.SCALE_SET, "What nodes run on: uniform scale sets, standalone machines, or flexible scale sets",
            c -> c.machines().vmType());

    public static final ConfigKey<Boolean> DISABLE_AVAILABILITY_SET_NODES = KEYS.key("disableAvailabilitySetNodes",
            BOOL,
            false,
            "Promises that no node is a standalone machine; interface-based pools use the providerID of each node"
                    + " instead; only with vmType vmss",
            c -> c.machines().disableAvailabilitySetNodes());

    public static final ConfigKey<Boolean> ENABLE_VMSS_FLEX_NODES = KEYS.key("enableVmssFlexNodes", BOOL, false,
            "Allows nodes of flexible scale sets in a cluster of vmType vmss; interface-based pools accept them"
                    + " in any case",
            c -> c.machines().enableVmssFlexNodes());

    public static final ConfigKey<Boolean> USE_INSTANCE_METADATA = KEYS.key("useInstanceMetadata", BOOL, false,
            "Queries the instance metadata service for facts about the controller's own machine",
            c -> c.machines().useInstanceMetadata());

    public static final ConfigKey<String> PRIMARY_AVAILABILITY_SET = KEYS.key("primaryAvailabilitySetName",
            RESOURCE_NAME,
            "",
            "Availability set whose machines back a basic load balancer",
            c -> c.machines().primaryAvailabilitySetName());

    public static final ConfigKey<String> PRIMARY_SCALE_SET = KEYS.key("primaryScaleSetName", RESOURCE_NAME, "",
            "Scale set whose machines back a basic load balancer", c -> c.machines().primaryScaleSetName());

    public static final ConfigKey<Duration> NOT_FOUND_GRACE = KEYS.key("nodeInstanceNotFoundGracePeriodInSeconds",
            ScalarTypes.seconds(Duration.ZERO), Duration.ZERO,
            "How long a new node whose machine is not visible in Azure yet still counts as existing",
            c -> c.machines().instanceNotFoundGracePeriod());

    private MachineKeys() {}
}
