package io.azureccm.route.plan;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.net.Cidr;
import java.util.List;

/** The cloud config and the ranges of pod addresses, and values derived from them. */
public record PlannerSettings(CloudConfig cloud, List<Cidr> clusterRanges) {
    /** The limit of routes in a table that Azure documents; some subscriptions have a higher one. */
    public static final int EXPECTED_ROUTES = 400;
    /** The highest limit that Azure documents, for tables that a Virtual Network Manager maintains. */
    public static final int MAX_ROUTES = 1_000;

    public PlannerSettings {
        clusterRanges = List.copyOf(clusterRanges);
    }

    public String tableName() {
        return cloud.placement().network().routeTableName();
    }

    public ArmId table() {
        return ArmId.of(cloud.networkSubscriptionId(), cloud.routeTableResourceGroup(), ArmTypes.ROUTE_TABLE,
                tableName());
    }

    /** The tags of a table in a resource group other than the cluster's are not modified. */
    boolean tagsAreOurs() {
        return cloud.routeTableResourceGroup().equalsIgnoreCase(cloud.resourceGroup());
    }

    /** True if the first or last address of the range is in a range of the cluster. */
    boolean isOfCluster(Cidr range) {
        return clusterRanges.stream().anyMatch(cluster -> cluster.holdsAnEndOf(range));

    }
}
