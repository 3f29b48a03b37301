package io.azureccm.service.plan.placement;

import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import io.azureccm.service.plan.context.Decision;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The basic load balancers that are eligible for a Service: that of the primary set of machines, of the set its annotation names, or any.
 * {@code pairs}: the one of the primary set first.
 */
record ModeEligibility(List<MultipleLoadBalancer> pairs) {
    private static final String ANY = "__auto__";

    Decision<List<MultipleLoadBalancer>> of(ServiceSpec service) {
        String mode = service.placement().mode();
        if (mode.isEmpty())
            return Decision.of(pairs.subList(0, 1));
        if (mode.equalsIgnoreCase(ANY))
            return Decision.of(pairs);
        List<MultipleLoadBalancer> named = pairs.stream()
                .filter(pair -> pair.primaryVmSet().equalsIgnoreCase(mode))
                .toList();
        return named.isEmpty()
                ? Decision.refused("VMSetNotFound", service.subject(), "service \"" + service.subject()
                        + "\" requests the load balancer of VM set \"" + mode + "\" (annotation "
                        + ServiceAnnotation.MODE.key() + "), but the nodes are in " + pairs.stream()
                                .map(MultipleLoadBalancer::primaryVmSet)
                                .filter(set -> !set.isEmpty())
                                .collect(Collectors.joining(", "))
                        + "; " + ANY + " selects any of them")
                : Decision.of(named);
    }

    /** The load balancers that the Service may stay on: only an annotation that names a set moves it. */
    List<MultipleLoadBalancer> stays(ServiceSpec service, List<MultipleLoadBalancer> eligible) {
        String mode = service.placement().mode();
        return mode.isEmpty() || mode.equalsIgnoreCase(ANY) ? pairs : eligible;
    }
}
