package io.azureccm.common.config.parse.key;

import static io.azureccm.common.config.parse.key.KeyGroup.MACHINES;
import static io.azureccm.common.config.parse.type.ScalarTypes.BOOL;
import static io.azureccm.common.config.parse.type.ScalarTypes.RESOURCE_NAME;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.VmType;
import io.azureccm.common.config.parse.type.EnumType;
import io.azureccm.common.config.parse.type.ScalarTypes;
import io.azureccm.common.config.parse.type.ValueType;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Keys that say what nodes run on. */
public final class MachineKeys {

    public static final ConfigKey<VmType> VM_TYPE = key("vmType", EnumType.of(VmType.class, VmType.SCALE_SET),
            VmType.SCALE_SET, "What nodes run on: uniform scale sets, single machines, or flexible scale sets",
            c -> c.machines().vmType());

    public static final ConfigKey<Boolean> DISABLE_AVAILABILITY_SET_NODES = key("disableAvailabilitySetNodes", BOOL,
            false,
            "Promises that no node is a single machine; pools of interfaces go by the providerID of each node instead; only with vmType vmss",
            c -> c.machines().disableAvailabilitySetNodes());

    public static final ConfigKey<Boolean> ENABLE_VMSS_FLEX_NODES = key("enableVmssFlexNodes", BOOL, false,
            "Allows nodes of flexible scale sets in a cluster of vmType vmss; pools of interfaces take them in any case",
            c -> c.machines().enableVmssFlexNodes());

    public static final ConfigKey<Boolean> USE_INSTANCE_METADATA = key("useInstanceMetadata", BOOL, false,
            "Asks the instance metadata service for facts about the own machine",
            c -> c.machines().useInstanceMetadata());

    public static final ConfigKey<String> PRIMARY_AVAILABILITY_SET = key("primaryAvailabilitySetName", RESOURCE_NAME,
            "",
            "Availability set whose machines back a basic load balancer",
            c -> c.machines().primaryAvailabilitySetName());

    public static final ConfigKey<String> PRIMARY_SCALE_SET = key("primaryScaleSetName", RESOURCE_NAME, "",
            "Scale set whose machines back a basic load balancer", c -> c.machines().primaryScaleSetName());

    public static final ConfigKey<Duration> NOT_FOUND_GRACE = key("nodeInstanceNotFoundGracePeriodInSeconds",
            ScalarTypes.seconds(Duration.ZERO), Duration.ZERO,
            "How long a new node whose machine is not visible yet still counts as existing",
            c -> c.machines().instanceNotFoundGracePeriod());

    private MachineKeys() {}

    static List<ConfigKey<?>> all() {
        return List.of(VM_TYPE, DISABLE_AVAILABILITY_SET_NODES, ENABLE_VMSS_FLEX_NODES, USE_INSTANCE_METADATA,
                PRIMARY_AVAILABILITY_SET, PRIMARY_SCALE_SET, NOT_FOUND_GRACE);
    }

    private static <T> ConfigKey<T> key(String name, ValueType<T> type, T fallback, String effect,
            Function<CloudConfig, T> from) {
        return new ConfigKey<>(name, MACHINES, type, fallback, effect, from);
    }
}
