package io.azureccm.service.plan;

import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.Rule;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.spec.ServiceSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds the public addresses at which Services are still reachable that are to be internal but cannot be planned. */
final class FormerAddresses {
    private final ObservedState observedState;
    private Map<String, Set<String>> byBase;

    FormerAddresses(ObservedState observedState) {
        this.observedState = observedState;
    }

    /** Empty for a Service that is to be external. */
    List<String> of(ServiceSpec service) {
        if (!service.address().internal())
            return List.of();
        if (byBase == null) {
            byBase = new HashMap<>();
            observedState.loadBalancers().forEach(this::read);
        }
        return List.copyOf(byBase.getOrDefault(service.baseName(), Set.of()));
    }

    private void read(LoadBalancer balancer) {
        for (Rule rule : balancer.rules()) {
            for (String frontend : rule.frontends()) {
                observedState.loadBalancers()
                        .frontend(Frontend.id(balancer.id(), frontend))
                        .flatMap(Frontend::publicIp)
                        .flatMap(observedState::publicIp)
                        .map(PublicIp::address)
                        .ifPresent(address -> byBase.computeIfAbsent(rule.baseName(), none -> new TreeSet<>())
                                .add(address));
            }
        }
    }
}
