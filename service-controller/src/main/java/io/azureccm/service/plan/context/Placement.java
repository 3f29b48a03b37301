package io.azureccm.service.plan.context;

import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where Services go: the Services of a plan, those that fit nowhere stopped; the load balancer of each one that has a place, by UID; the
 * load balancers that there are to be as soon as somebody needs them, in pairs and one by one; and those that Services are left on although nothing asks
 * for them any more.
 */
public record Placement(List<ServiceSpec> services, Map<String, LoadBalancerChoice> choices,
        List<MultipleLoadBalancer> pairs,
        Set<ArmId> configured, Set<ArmId> abandoned) {
    /**
     * The load balancer that holds the frontends of one Service, the pool of each family that its rules send traffic to, and why
     * it was chosen; the reason is empty when there was no choice or the Service stays where it is.
     */
    public record LoadBalancerChoice(ArmId loadBalancer, Map<IpFamily, ArmId> pools, String reason) {
        public LoadBalancerChoice {
            pools = Map.copyOf(pools);
        }
    }

    public Placement {
        services = List.copyOf(services);
        choices = Map.copyOf(choices);
        pairs = List.copyOf(pairs);
        configured = Collections.unmodifiableSet(new TreeSet<>(configured));
        abandoned = Collections.unmodifiableSet(new TreeSet<>(abandoned));
    }

    /** Every load balancer that may be written, whether it exists or not. */
    public Set<ArmId> managed() {
        Set<ArmId> all = new TreeSet<>(configured);
        all.addAll(abandoned);
        return all;
    }

    /** The same, with these Services (by UID) stopped. */
    public Placement stopping(Map<String, Stop> stops) {
        return new Placement(services.stream()
                .map(service -> stops.containsKey(service.uid())
                        ? service.stoppedAt(stops.get(service.uid()).stage(), stops.get(service.uid()).refusal())
                        : service)
                .toList(), choices, pairs, configured, abandoned);
    }

    public ArmId loadBalancer(ServiceSpec service) {
        return choices.get(service.uid()).loadBalancer();
    }

    public ArmId pool(ServiceSpec service, IpFamily family) {
        return choices.get(service.uid()).pools().get(family);
    }
}
