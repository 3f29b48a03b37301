package io.azureccm.service.plan.context;

import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import java.util.Optional;

/**
 * Tells whether a load balancer has to make room for one of the standard SKU: Azure changes no SKU, so a basic one goes with all
 * that is on it before the standard one comes.
 */
public final class SkuChange {
    private SkuChange() {}

    public static boolean isWanted(PlannerSettings settings, LoadBalancer observed) {
        return settings.cloud().loadBalancer().standard() && observed.isBasic();
    }

    /** True when nothing is on it that would be lost. */
    public static boolean isDue(PlannerSettings settings, LoadBalancer observed, ServiceDecisions known) {
        return isWanted(settings, observed) && keeper(observed, known).isEmpty();
    }

    /** A frontend that is not of a Service that is planned or taken down. */
    public static Optional<String> keeper(LoadBalancer observed, ServiceDecisions known) {
        return observed.frontends()
                .stream()
                .map(Frontend::name)
                .filter(name -> !known.isPlanned(name))
                .findFirst();
    }
}
