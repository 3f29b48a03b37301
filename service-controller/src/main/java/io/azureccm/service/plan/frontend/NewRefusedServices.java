package io.azureccm.service.plan.frontend;

import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Stops refused Services that have nothing in Azure before their public IP is created, if the settings ask for it. */
public record NewRefusedServices(PlannerSettings settings, ObservedState observed) {
    /** Also a Service that is stopped at a later part, unless it only waits for its turn, or lacks its private link alone. */
    public ServiceDecisions withoutPublicIp(ServiceDecisions services) {
        if (settings.tenants().refusedGetPublicIp())
            return services;
        Set<String> present = observed.loadBalancers()
                .stream()
                .flatMap(balancer -> balancer.frontends().stream())
                .map(frontend -> frontend.baseName())
                .collect(Collectors.toSet());
        Map<String, Stop> earlier = new HashMap<>();
        for (ServiceSpec service : services.all()) {
            services.stop(service)
                    .filter(stop -> service.wanted() && stop.covers(Stage.ACCESS)
                            && !stop.refusal().code().equals(ServiceDecisions.NOT_TRIED_YET))
                    .filter(stop -> !present.contains(service.baseName())
                            && observed.publicIps().taggedWith(service.subject()).isEmpty())
                    .ifPresent(stop -> earlier.put(service.uid(), new Stop(Stage.ADDRESS, stop.refusal())));
        }
        return services.stopping(earlier);
    }
}
