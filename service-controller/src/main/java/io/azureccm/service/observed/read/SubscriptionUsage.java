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
 * What the subscription of the network uses of Azure's quotas for public IPs in the region of the cluster: those of everybody, not of the
 * cluster alone. Azure counts all of them together and some kinds apart; each count is named as Azure names it.
 */
public final class SubscriptionUsage {
    /** At the scope of the subscription. */
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

    /** Nothing where the region is not configured, or Azure knows no quotas there; what cannot be read is an exception. */
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
