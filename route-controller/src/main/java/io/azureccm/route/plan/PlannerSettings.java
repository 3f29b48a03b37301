package io.azureccm.route.plan;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.net.Cidr;
import java.util.List;

/** The cloud config and the ranges of pod addresses, and what follows from them. */
public record PlannerSettings(CloudConfig cloud, List<Cidr> clusterRanges) {
    /** How many routes Azure takes in one table unless it was agreed otherwise. */
    public static final int MAX_ROUTES = 400;

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

    /** A table in another resource group than the cluster's keeps its tags as they are. */
    boolean tagsAreOurs() {
        return cloud.routeTableResourceGroup().equalsIgnoreCase(cloud.resourceGroup());
    }

    /** True when the range begins or ends in a range of the cluster. */
    boolean isOfCluster(Cidr range) {
        return clusterRanges.stream().anyMatch(cluster -> cluster.holdsAnEndOf(range));

    }
}
