package io.azureccm.service.plan.context;

import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The placement of Services: the load balancer of each placed one, and the refusals of the others, by UID; the load balancers that exist or
 * are created when needed, as pairs and individually; and those on which Services stay although nothing requires it any more.
 */
public record Placement(Map<String, LoadBalancerChoice> choices, Map<String, Refusal> refusals,
        List<MultipleLoadBalancer> pairs,
        Set<ArmId> configured, Set<ArmId> abandoned) {
    /**
     * The load balancer with the frontends of one Service, the pool of each family that its rules send traffic to, why it was chosen, and
     * the names of all eligible load balancers.
     */
    public record LoadBalancerChoice(ArmId loadBalancer, Map<IpFamily, ArmId> pools, PlacementReason reason,
            List<String> eligible) {}

    /** Every load balancer that may be written, whether it exists or not. */
    public Set<ArmId> managed() {
        Set<ArmId> all = new TreeSet<>(configured);
        all.addAll(abandoned);
        return all;
    }

    public ArmId loadBalancer(ServiceSpec service) {
        return choices.get(service.uid()).loadBalancer();
    }

    public ArmId pool(ServiceSpec service, IpFamily family) {
        return choices.get(service.uid()).pools().get(family);
    }
}
