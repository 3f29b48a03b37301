package io.azureccm.service.plan.context;

import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import java.util.Optional;

/**
 * Decides whether a load balancer has to be replaced by one of the standard SKU: Azure cannot change a SKU, so a basic load balancer and
 * everything on it is deleted before the standard one is created.
 */
public final class SkuChange {
    private SkuChange() {}

    public static boolean isWanted(PlannerSettings settings, LoadBalancer observed) {
        return settings.cloud().loadBalancer().standard() && observed.isBasic();
    }

    /** True if nothing would be lost. */
    public static boolean isDue(PlannerSettings settings, LoadBalancer observed, ServiceDecisions known) {
        return isWanted(settings, observed) && keeper(observed, known).isEmpty();
    }

    /** A frontend that does not belong to a Service that is planned or removed. */
    public static Optional<String> keeper(LoadBalancer observed, ServiceDecisions known) {
        return observed.frontends()
                .stream()
                .map(Frontend::name)
                .filter(name -> !known.isPlanned(name))
                .findFirst();
    }
}
