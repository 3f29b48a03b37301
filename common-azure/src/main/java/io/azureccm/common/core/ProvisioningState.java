package io.azureccm.common.core;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Set;

/** What {@code properties.provisioningState} says of a resource: the last write was carried out, failed, or has not ended yet. */
public final class ProvisioningState {
    private static final Set<String> BROKEN = Set.of("failed", "canceled", "cancelled");
    private static final Set<String> CHANGING = Set.of("accepted", "creating", "deleting", "migrating", "provisioning",
            "running", "updating", "upgrading");

    private ProvisioningState() {}

    /** As ARM spells it, "" when the resource shows none. */
    public static String of(JsonNode resource) {
        return resource == null ? "" : resource.path("properties").path("provisioningState").asText("");
    }

    /** The last write failed: what is shown may not be what is there. */
    public static boolean isBroken(JsonNode resource) {
        return BROKEN.contains(of(resource).toLowerCase(Locale.ROOT));
    }

    /** An operation on the resource has not ended: nobody knows yet what will be there, and ARM takes no write. */
    public static boolean isChanging(JsonNode resource) {
        return CHANGING.contains(of(resource).toLowerCase(Locale.ROOT));
    }
}
