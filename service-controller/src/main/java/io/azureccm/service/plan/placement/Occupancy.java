package io.azureccm.service.plan.placement;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.observed.LoadBalancers;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.AzureLimits;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.pool.Membership;
import io.azureccm.service.spec.PortSpec;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The load of each load balancer: unmanaged rules, rules of Services that stay unchanged, and rules of the Services placed so far. Current
 * rules of a Service do not count until it is settled, so that the result is the same before and after.
 */
final class Occupancy {
    private final ServiceDecisions known;
    private final Set<ArmId> existing = new HashSet<>();
    private final LoadBalancers observed;
    private final Map<ArmId, Integer> rules = new HashMap<>();

    Occupancy(ObservedState observedState, ServiceDecisions known) {
        this.known = known;
        this.observed = observedState.loadBalancers();
        Set<String> open = new HashSet<>();
        known.all()
                .stream()
                .filter(service -> !service.wanted() || known.plans(service, Stage.TRAFFIC))
                .forEach(service -> open.add(service.baseName()));
        for (LoadBalancer balancer : observed) {
            existing.add(balancer.id());
            balancer.ruleCounts()
                    .forEach(
                            (base, count) -> rules.merge(balancer.id(), open.contains(base) ? 0 : count, Integer::sum));
        }
    }

    boolean exists(ArmId balancer) {
        return existing.contains(balancer);
    }

    int rules(ArmId balancer) {
        return rules.getOrDefault(balancer, 0);
    }

    /** Those whose machines have room for the rules of the Service, on the external and the internal load balancer together; all if none has. */
    List<ArmId> withRoom(ServiceSpec service, List<ArmId> candidates) {
        List<ArmId> room = candidates.stream()
                .filter(id -> rulesOfPair(id) + rulesOf(service) <= AzureLimits.RULES_PER_INTERFACE)
                .toList();
        return room.isEmpty() ? candidates : room;
    }

    private int rulesOfPair(ArmId balancer) {
        String pair = Membership.pair(balancer);
        return rules.entrySet()
                .stream()
                .filter(each -> Membership.pair(each.getKey()).equals(pair))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    void settle(ServiceSpec service, ArmId balancer) {
        existing.add(balancer);
        if (known.plans(service, Stage.TRAFFIC))
            rules.merge(balancer, rulesOf(service), Integer::sum);
    }

    /** The Service cannot be placed: its resources stay where they are. */
    void leave(ServiceSpec service) {
        if (known.plans(service, Stage.TRAFFIC))
            observed.forEach(balancer -> rules.merge(balancer.id(),
                    balancer.ruleCounts().getOrDefault(service.baseName(), 0), Integer::sum));
    }

    private static int rulesOf(ServiceSpec service) {
        long each = service.traffic().highAvailabilityPorts()
                ? 1
                : service.traffic().ports().stream().filter(PortSpec::hasRule).count();
        return (int) each * service.address().families().size();
    }
}
