package io.azureccm.service.plan.placement;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.ArmElement;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.SameInstance;
import io.azureccm.service.spec.ServiceSpec;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The current load balancers of each Service in Azure, derived from the names of frontends and rules alone, so that a restart loses
 * nothing.
 */
final class CurrentPlacement {
    /** By base name of the Service: the load balancers that it is on, true if a frontend has its name. */
    private final Map<String, Map<ArmId, Boolean>> stays = new HashMap<>();

    static CurrentPlacement of(ObservedState observedState, PlanMemory memory) {
        return memory.of(CurrentPlacement.class, "", () -> new CurrentPlacement(observedState),
                new SameInstance(observedState.loadBalancers()));
    }

    CurrentPlacement(ObservedState observedState) {
        for (LoadBalancer balancer : observedState.loadBalancers()) {
            balancer.frontends().forEach(frontend -> note(frontend, balancer.id(), true));
            balancer.rules().forEach(rule -> note(rule, balancer.id(), false));
        }
    }

    /** Load balancers of the kind that the Service wants come first, of these the ones with a frontend of its own. */
    List<ArmId> of(ServiceSpec service) {
        boolean internal = service.address().internal();
        Map<ArmId, Boolean> stays = stays(service);
        if (stays.size() < 2)
            return List.copyOf(stays.keySet());
        return stays.entrySet()
                .stream()
                .sorted(Comparator
                        .comparing((Map.Entry<ArmId, Boolean> stay) -> !isOfKind(stay.getKey(), internal))
                        .thenComparing(stay -> !stay.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The same without load balancers of the other kind: those that the Service leaves when it is placed elsewhere. */
    List<ArmId> ofKind(ServiceSpec service) {
        return of(service).stream().filter(id -> isOfKind(id, service.address().internal())).toList();
    }

    Set<ArmId> all(ServiceSpec service) {
        return stays(service).keySet();
    }

    private Map<ArmId, Boolean> stays(ServiceSpec service) {
        return stays.getOrDefault(service.baseName(), Map.of());
    }

    private static boolean isOfKind(ArmId balancer, boolean internal) {
        return ServiceNames.isInternal(balancer.name()) == internal;
    }

    private void note(ArmElement element, ArmId balancer, boolean frontend) {
        stays.computeIfAbsent(element.baseName(), base -> new TreeMap<>())
                .merge(balancer, frontend, Boolean::logicalOr);
    }
}
