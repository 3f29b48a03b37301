package io.azureccm.service.plan.context;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.service.model.ArmJson;
import java.util.Optional;

/**
 * Tells whether a load balancer has to make room for one of the standard SKU: Azure changes no SKU, so a basic one goes with all
 * that is on it before the standard one comes.
 */
public final class SkuChange {
    private SkuChange() {}

    public static boolean isWanted(PlannerSettings settings, ObjectNode observed) {
        return settings.cloud().loadBalancer().standard()
                && ArmJson.text(observed, "sku", "name").equalsIgnoreCase("Basic");
    }

    /** True when nothing is on it that would be lost. */
    public static boolean isDue(PlannerSettings settings, ObjectNode observed, KnownServices known) {
        return isWanted(settings, observed) && keeper(observed, known).isEmpty();
    }

    /** A frontend that is not of a Service that is planned or taken down. */
    public static Optional<String> keeper(ObjectNode observed, KnownServices known) {
        return ArmJson.list(observed, "properties", "frontendIPConfigurations")
                .stream()
                .map(ArmJson::name)
                .filter(name -> !known.isPlanned(name))
                .findFirst();
    }
}
