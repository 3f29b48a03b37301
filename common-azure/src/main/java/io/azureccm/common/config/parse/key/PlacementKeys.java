package io.azureccm.common.config.parse.key;

import static io.azureccm.common.config.parse.key.KeyGroup.PLACEMENT;
import static io.azureccm.common.config.parse.key.KeyGroup.TAGS;
import static io.azureccm.common.config.parse.type.ScalarTypes.GROUP;
import static io.azureccm.common.config.parse.type.ScalarTypes.RESOURCE_NAME;
import static io.azureccm.common.config.parse.type.ScalarTypes.TEXT;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.NetworkConfig;
import io.azureccm.common.config.parse.type.ScalarTypes;
import io.azureccm.common.config.parse.type.TagTypes;
import io.azureccm.common.config.parse.type.ValueType;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Keys that say where resources are, what they are called and what tags they carry. */
public final class PlacementKeys {

    public static final ConfigKey<String> RESOURCE_GROUP = key("resourceGroup", GROUP, "Resource group of the cluster",
            c -> c.placement().resourceGroup());

    public static final ConfigKey<String> LOCATION = key("location", ScalarTypes.LOCATION,
            "Region of created resources",
            c -> c.placement().location());

    public static final ConfigKey<String> EXTENDED_LOCATION_NAME = key("extendedLocationName", TEXT,
            "Name of an edge zone for created resources; counts only together with extendedLocationType",
            c -> c.placement().extendedLocation().name());

    public static final ConfigKey<String> EXTENDED_LOCATION_TYPE = key("extendedLocationType", TEXT,
            "Type of that edge zone, usually EdgeZone", c -> c.placement().extendedLocation().type());

    public static final ConfigKey<String> VNET_NAME = key("vnetName", RESOURCE_NAME,
            "Virtual network of internal load balancers and private link services", c -> network(c).vnetName());

    public static final ConfigKey<String> VNET_RESOURCE_GROUP = key("vnetResourceGroup", GROUP,
            "Its resource group; resourceGroup when not set", c -> network(c).vnetResourceGroup());

    public static final ConfigKey<String> SUBNET_NAME = key("subnetName", RESOURCE_NAME,
            "Subnet of internal load balancers unless a Service names one", c -> network(c).subnetName());

    public static final ConfigKey<String> SECURITY_GROUP_NAME = key("securityGroupName", RESOURCE_NAME,
            "Network security group to keep; Services cannot be served without it",
            c -> network(c).securityGroupName());

    public static final ConfigKey<String> SECURITY_GROUP_RESOURCE_GROUP = key("securityGroupResourceGroup", GROUP,
            "Its resource group; resourceGroup when not set", c -> network(c).securityGroupResourceGroup());

    public static final ConfigKey<String> ROUTE_TABLE_NAME = key("routeTableName", RESOURCE_NAME,
            "Route table to keep; routes cannot be written without it", c -> network(c).routeTableName());

    public static final ConfigKey<String> ROUTE_TABLE_RESOURCE_GROUP = key("routeTableResourceGroup", GROUP,
            "Its resource group; resourceGroup when not set", c -> network(c).routeTableResourceGroup());

    public static final ConfigKey<Map<String, String>> TAG_LIST = new ConfigKey<>("tags", TAGS, TagTypes.PAIRS,
            Map.of(),
            "Tags of created resources as name=value pairs", c -> Map.of());

    public static final ConfigKey<Map<String, String>> TAG_MAP = new ConfigKey<>("tagsMap", TAGS, TagTypes.OBJECT,
            Map.of(),
            "Tags of created resources as an object; wins over tags where names are equal without regard to case",
            c -> c.placement().tags().tags());

    public static final ConfigKey<List<String>> SYSTEM_TAGS = new ConfigKey<>("systemTags", TAGS, TagTypes.COMMA_LIST,
            List.of(), "Prefixes of tag names that are never removed; when empty no tag is ever removed",
            c -> c.placement().tags().systemTags());

    private PlacementKeys() {}

    static List<ConfigKey<?>> all() {
        return List.of(RESOURCE_GROUP, LOCATION, EXTENDED_LOCATION_NAME, EXTENDED_LOCATION_TYPE, VNET_NAME,
                VNET_RESOURCE_GROUP, SUBNET_NAME, SECURITY_GROUP_NAME, SECURITY_GROUP_RESOURCE_GROUP, ROUTE_TABLE_NAME,
                ROUTE_TABLE_RESOURCE_GROUP, TAG_LIST, TAG_MAP, SYSTEM_TAGS);
    }

    private static NetworkConfig network(CloudConfig config) {
        return config.placement().network();
    }

    private static ConfigKey<String> key(String name, ValueType<String> type, String effect,
            Function<CloudConfig, String> from) {
        return new ConfigKey<>(name, PLACEMENT, type, "", effect, from);
    }
}
