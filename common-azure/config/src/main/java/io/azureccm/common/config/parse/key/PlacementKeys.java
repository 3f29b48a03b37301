package io.azureccm.common.config.parse.key;

import static io.azureccm.common.config.parse.type.ScalarTypes.GROUP;
import static io.azureccm.common.config.parse.type.ScalarTypes.RESOURCE_NAME;
import static io.azureccm.common.config.parse.type.ScalarTypes.TEXT;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.NetworkConfig;
import io.azureccm.common.config.parse.type.ScalarTypes;
import io.azureccm.common.config.parse.type.TagTypes;
import java.util.List;
import java.util.Map;

/** Keys for the location, names and tags of resources. */
public final class PlacementKeys {
    static final DeclaredKeys KEYS = new DeclaredKeys(KeyGroup.PLACEMENT);
    private static final DeclaredKeys TAGS = KEYS.in(KeyGroup.TAGS);

    public static final ConfigKey<String> RESOURCE_GROUP = KEYS.key("resourceGroup", GROUP, "",
            "Resource group of the cluster",
            c -> c.placement().resourceGroup());

    public static final ConfigKey<String> LOCATION = KEYS.key("location", ScalarTypes.LOCATION, "",
            "Region of created resources",
            c -> c.placement().location());

    public static final ConfigKey<String> EXTENDED_LOCATION_NAME = KEYS.key("extendedLocationName", TEXT, "",
            "Name of an edge zone for created resources; only used together with extendedLocationType",
            c -> c.placement().extendedLocation().name());

    public static final ConfigKey<String> EXTENDED_LOCATION_TYPE = KEYS.key("extendedLocationType", TEXT, "",
            "Type of that edge zone, usually EdgeZone", c -> c.placement().extendedLocation().type());

    public static final ConfigKey<String> VNET_NAME = KEYS.key("vnetName", RESOURCE_NAME, "",
            "Virtual network of internal load balancers and private link services", c -> network(c).vnetName());

    public static final ConfigKey<String> VNET_RESOURCE_GROUP = KEYS.key("vnetResourceGroup", GROUP, "",
            "Its resource group; resourceGroup if not set", c -> network(c).vnetResourceGroup());

    public static final ConfigKey<String> SUBNET_NAME = KEYS.key("subnetName", RESOURCE_NAME, "",
            "Subnet of internal load balancers unless a Service names one", c -> network(c).subnetName());

    public static final ConfigKey<String> SECURITY_GROUP_NAME = KEYS.key("securityGroupName", RESOURCE_NAME, "",
            "Network security group to manage; Services cannot be served without it",
            c -> network(c).securityGroupName());

    public static final ConfigKey<String> SECURITY_GROUP_RESOURCE_GROUP = KEYS.key("securityGroupResourceGroup", GROUP,
            "",
            "Its resource group; resourceGroup if not set", c -> network(c).securityGroupResourceGroup());

    public static final ConfigKey<String> ROUTE_TABLE_NAME = KEYS.key("routeTableName", RESOURCE_NAME, "",
            "Route table to manage; routes cannot be written without it", c -> network(c).routeTableName());

    public static final ConfigKey<String> ROUTE_TABLE_RESOURCE_GROUP = KEYS.key("routeTableResourceGroup", GROUP, "",
            "Its resource group; resourceGroup if not set", c -> network(c).routeTableResourceGroup());

    public static final ConfigKey<Map<String, String>> TAG_LIST = TAGS.key("tags", TagTypes.PAIRS,
            Map.of(),
            "Tags of created resources as name=value pairs; tags that say whose a resource is have no effect",
            c -> Map.of());

    public static final ConfigKey<Map<String, String>> TAG_MAP = TAGS.key("tagsMap", TagTypes.OBJECT,
            Map.of(),
            "Tags of created resources as an object; takes precedence over tags if names are equal ignoring case",
            c -> c.placement().tags().tags());

    public static final ConfigKey<List<String>> SYSTEM_TAGS = TAGS.key("systemTags", TagTypes.COMMA_LIST,
            List.of(), "Prefixes of tag names that are never removed; if empty, no tag is ever removed",
            c -> c.placement().tags().systemTags());

    private PlacementKeys() {}

    private static NetworkConfig network(CloudConfig config) {
        return config.placement().network();
    }
}
