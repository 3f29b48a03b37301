package io.azureccm.common.config.parse.key;

import static io.azureccm.common.config.parse.type.ScalarTypes.BOOL;
import static io.azureccm.common.config.parse.type.ScalarTypes.RESOURCE_NAME;

import io.azureccm.common.config.VmType;
import io.azureccm.common.config.parse.type.EnumType;
import io.azureccm.common.config.parse.type.ScalarTypes;
import java.time.Duration;

/** Keys that say what nodes run on. */
public final class MachineKeys {
    static final DeclaredKeys KEYS = new DeclaredKeys(KeyGroup.MACHINES);

    public static final ConfigKey<VmType> VM_TYPE = KEYS.key("vmType", EnumType.of(VmType.class, VmType.SCALE_SET),
            VmType.SCALE_SET, "What nodes run on: uniform scale sets, single machines, or flexible scale sets",
            c -> c.machines().vmType());

    public static final ConfigKey<Boolean> DISABLE_AVAILABILITY_SET_NODES = KEYS.key("disableAvailabilitySetNodes",
            BOOL,
            false,
            "Promises that no node is a single machine; pools of interfaces go by the providerID of each node instead; only with vmType vmss",
            c -> c.machines().disableAvailabilitySetNodes());

    public static final ConfigKey<Boolean> ENABLE_VMSS_FLEX_NODES = KEYS.key("enableVmssFlexNodes", BOOL, false,
            "Allows nodes of flexible scale sets in a cluster of vmType vmss; pools of interfaces take them in any case",
            c -> c.machines().enableVmssFlexNodes());

    public static final ConfigKey<Boolean> USE_INSTANCE_METADATA = KEYS.key("useInstanceMetadata", BOOL, false,
            "Asks the instance metadata service for facts about the own machine",
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
            "How long a new node whose machine is not visible yet still counts as existing",
            c -> c.machines().instanceNotFoundGracePeriod());

    private MachineKeys() {}
}
