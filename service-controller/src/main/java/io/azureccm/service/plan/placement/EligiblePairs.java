package io.azureccm.service.plan.placement;

import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.plan.context.Decision;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.pool.Membership;
import io.azureccm.service.spec.ServiceSpec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The pairs of load balancers that each Service may be placed on, and those that it may stay on if it is there already. External and internal
 * frontends are on the two load balancers of a pair.
 */
final class EligiblePairs {
    private final PlannerSettings settings;
    private final List<MultipleLoadBalancer> pairs;
    private final ServiceDecisions known;
    private final CurrentPlacement current;
    private final PlanMemory memory;
    private final boolean hasOwnConfiguration;
    /** The two load balancers of each pair, external first. */
    private final Map<String, List<ArmId>> byName = new HashMap<>();
    private final Set<ArmId> configured = new HashSet<>();
    private final Map<String, List<MultipleLoadBalancer>> eligible = new HashMap<>();

    /** The eligible load balancers of a Service, or why there are none. */
    private record Eligible(Decision<List<MultipleLoadBalancer>> decision) {}

    EligiblePairs(PlannerSettings settings, List<MultipleLoadBalancer> pairs, ServiceDecisions known,
            CurrentPlacement current, PlanMemory memory) {
        this.settings = settings;
        this.pairs = pairs;
        this.known = known;
        this.current = current;
        this.memory = memory;
        pairs.forEach(each -> byName.put(each.name(), settings.loadBalancers(each.name())));
        byName.values().forEach(configured::addAll);
        this.hasOwnConfiguration = pairs.stream()
                .anyMatch(each -> each.name().equalsIgnoreCase(settings.clusterName()));
    }

    /** All load balancers of the pairs. */
    Set<ArmId> configured() {
        return configured;
    }

    /** Decides for one Service; returns why no pair is eligible. */
    Optional<Refusal> judge(ServiceSpec service) {
        Decision<List<MultipleLoadBalancer>> decision = decide(service);
        decision.value().ifPresent(list -> eligible.put(service.uid(), list));
        return decision.refusal();
    }

    private Decision<List<MultipleLoadBalancer>> decide(ServiceSpec service) {
        if (!settings.cloud().loadBalancer().standard())
            return new ModeEligibility(pairs).of(service);
        if (!settings.severalLoadBalancers())
            return Decision.of(pairs);
        if (!hasOwnConfiguration)
            return Decision.refused("ClusterNotConfigured", service.subject(),
                    "multiple standard load balancers are enabled but no configuration named \""
                            + settings.clusterName()
                            + "\" is found: one of multipleStandardLoadBalancerConfigurations must have the name of the cluster");
        Set<ArmId> there = current.all(service);
        Optional<Map<String, String>> labels = known.cluster().state(service).namespaceLabels();
        return memory.of(Eligible.class, service.uid(),
                () -> new Eligible(new Eligibility(pairs).of(service, pairsOf(there), labels)), service, pairs, there,
                labels).decision();
    }

    private static Set<String> pairsOf(Set<ArmId> balancers) {
        Set<String> names = new HashSet<>();
        balancers.forEach(id -> names.add(Membership.pair(id)));
        return names;
    }

    /** Whether any pair is eligible for the Service. */
    boolean hasAny(ServiceSpec service) {
        return eligible.containsKey(service.uid());
    }

    List<MultipleLoadBalancer> of(ServiceSpec service) {
        return eligible.get(service.uid());
    }

    /** The load balancers of the kind that the Service wants, of its eligible pairs. */
    List<ArmId> loadBalancers(ServiceSpec service) {
        return of(service).stream().map(each -> id(each, service)).toList();
    }

    /** The pairs that the Service may stay on if it is there already. */
    private List<MultipleLoadBalancer> whereItMayStay(ServiceSpec service) {
        return settings.cloud().loadBalancer().standard()
                ? of(service)
                : new ModeEligibility(pairs).stays(service, of(service));
    }

    /** The names of the pairs that the Service may stay on, for messages. */
    String stays(ServiceSpec service) {
        return whereItMayStay(service).stream()
                .map(MultipleLoadBalancer::name)
                .collect(Collectors.joining(" ", "[", "]"));
    }

    /** The load balancer of the Service if it stays with the pair of this one; empty if it may not stay. */
    Optional<ArmId> stay(ServiceSpec service, ArmId balancer) {
        if (!configured.contains(balancer))
            return Optional.empty();
        return whereItMayStay(service).stream()
                .filter(each -> byName.get(each.name()).contains(balancer))
                .findFirst()
                .map(each -> id(each, service));
    }

    private ArmId id(MultipleLoadBalancer configuration, ServiceSpec service) {
        List<ArmId> pair = byName.get(configuration.name());
        return service.address().internal() ? pair.getLast() : pair.getFirst();
    }
}
