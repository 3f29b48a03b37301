package io.azureccm.e2e.azure.types;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;

/** Properties of network resources that are fixed at creation: SKU and availability zones. */
public final class ImmutableProperties {
    private ImmutableProperties() {}

    /** Rejects a change of the SKU. */
    public static void sku(Draft draft) {
        draft.existing().ifPresent(old -> {
            String before = sku(old.body());
            String now = sku(draft.body());
            if (!before.equalsIgnoreCase(now))
                throw ArmError.of("SkuCannotBeChangedOnUpdate", before, now, draft.id());
        });
    }

    private static String sku(ObjectNode body) {
        return Json.textOr(body, "Basic", "sku", "name");
    }

    /** Rejects a change of the zones of a resource or part. */
    public static void zones(String id, ObjectNode before, ObjectNode now) {
        List<String> had = sorted(before);
        List<String> wanted = sorted(now);
        if (!had.equals(wanted))
            throw ArmError.of("ResourceAvailabilityZonesCannotBeModified", id, text(had), text(wanted));
    }

    private static List<String> sorted(ObjectNode owner) {
        return Json.texts(owner, "zones").stream().sorted().toList();
    }

    private static String text(List<String> zones) {
        return zones.isEmpty() ? "NoZone" : String.join(", ", zones);
    }
}
