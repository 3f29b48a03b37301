package io.azureccm.common.core;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Set;

/** The {@code properties.provisioningState} of a resource: the last write has succeeded, failed, or not completed yet. */
public final class ProvisioningState {
    private static final Set<String> BROKEN = Set.of("failed", "canceled", "cancelled");
    private static final Set<String> CHANGING = Set.of("accepted", "creating", "deleting", "migrating", "provisioning",
            "running", "updating", "upgrading");

    private ProvisioningState() {}

    /** Spelled as in ARM, "" if the resource has none. */
    public static String of(JsonNode resource) {
        return resource == null ? "" : resource.path("properties").path("provisioningState").asText("");
    }

    /** The last write failed: the resource may differ from what is shown. */
    public static boolean isBroken(JsonNode resource) {
        return BROKEN.contains(of(resource).toLowerCase(Locale.ROOT));
    }

    /** An operation on the resource is in progress: its result is unknown, and ARM accepts no write. */
    public static boolean isChanging(JsonNode resource) {
        return CHANGING.contains(of(resource).toLowerCase(Locale.ROOT));
    }
}
