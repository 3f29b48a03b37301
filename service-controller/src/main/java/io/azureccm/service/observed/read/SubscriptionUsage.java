package io.azureccm.service.observed.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.limit.Headroom;
import io.azureccm.common.core.limit.Headroom.Limit;
import io.azureccm.common.snapshot.ObservedStore;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The usage of Azure's public IP quotas by the entire network subscription in the region of the cluster, not by the cluster alone. Azure
 * has an overall count and separate counts for some kinds; each has the name that Azure gives it.
 */
public final class SubscriptionUsage {
    /** Required at the scope of the subscription. */
    public static final String ACTION = "Microsoft.Network/locations/usages/read";
    private static final String COUNTS = "publicipaddresses";

    private final Optional<ArmId> usages;
    private final ObservedStore store;

    public SubscriptionUsage(CloudConfig cloud, ObservedStore store) {
        this.usages = Optional.of(cloud.location())
                .filter(location -> !location.isEmpty())
                .map(location -> ArmId.parse("/subscriptions/" + cloud.networkSubscriptionId()
                        + "/providers/Microsoft.Network/locations/" + location + "/usages"));
        this.store = store;
    }

    /** Empty if no region is configured or Azure has no quotas there; throws if the quotas cannot be read. */
    public List<Headroom> read() {
        return usages.map(store::listOnce).map(SubscriptionUsage::of).orElse(List.of());
    }

    static List<Headroom> of(List<ObjectNode> usages) {
        return usages.stream()
                .filter(usage -> name(usage).toLowerCase(Locale.ROOT).endsWith(COUNTS))
                .filter(usage -> usage.path("limit").asLong() > 0)
                .map(usage -> new Headroom(Limit.PUBLIC_IPS, name(usage), usage.path("currentValue").asLong(),
                        usage.path("limit").asLong()))
                .toList();
    }

    private static String name(ObjectNode usage) {
        return usage.path("name").path("value").asText();
    }
}
