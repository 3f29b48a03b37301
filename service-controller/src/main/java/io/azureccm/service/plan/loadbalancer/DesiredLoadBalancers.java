package io.azureccm.service.plan.loadbalancer;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.OnDemandReads;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.frontend.DesiredFrontends;
import io.azureccm.service.plan.pool.MembershipPlanner;
import io.azureccm.service.plan.pool.NodeAssignment;
import io.azureccm.service.plan.pool.PoolMembers;
import io.azureccm.service.plan.pool.PoolPlanner;
import io.azureccm.service.plan.privatelink.HeldFrontends;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Computes all load balancers from the frontends of Services, and decides which nodes are behind each of them.
 * {@code held} is filled meanwhile.
 */
public record DesiredLoadBalancers(PlannerSettings settings, ObservedState observedState, Placement placement,
        ServiceDecisions known, HeldFrontends held, PlanMemory memory) {
    /**
     * The desired load balancers, {@link LoadBalancer#NONE} for one that is to be deleted; nodes without a load balancer, and nodes, by
     * name, that a pool has no room for; and pools that still contain interfaces, with their desired addresses.
     */
    public record Result(Map<ArmId, LoadBalancer> balancers, List<NodeFacts> unassignedNodes,
            Map<String, ArmId> surplusNodes, Map<ArmId, Pool> changing) {}

    /** {@code reads}: asked for lists that are older than a node. */
    public Result plan(DesiredFrontends.Result planned, MembershipPlanner machines, OnDemandReads reads) {
        Map<ArmId, LoadBalancerPlanner.Desired> contents = contents(planned);
        LoadBalancerPlanner planner = new LoadBalancerPlanner(settings, observedState, known, held, memory);
        Set<ArmId> awaited = new TreeSet<>();
        planned.services()
                .all()
                .stream()
                .filter(service -> planned.frontends().containsKey(service.uid()) && !planned.isComplete(service))
                .forEach(service -> awaited.add(placement.loadBalancer(service)));
        Set<ArmId> remaining = new TreeSet<>(awaited);
        contents.forEach((id, content) -> {
            if (planner.remains(id, content, awaited.contains(id)))
                remaining.add(id);
        });
        NodeAssignment assignment = NodeAssignment.of(settings, observedState, placement.pairs(),
                serving(remaining, planned), known.cluster(), memory);
        PoolMembers members = new PoolMembers(settings, known, assignment, memory);
        PoolPlanner pools = new PoolPlanner(settings, members, machines, memory);
        Map<ArmId, LoadBalancer> balancers = new LinkedHashMap<>();
        LoadBalancersAwaitingFrontends awaiting = new LoadBalancersAwaitingFrontends(settings);
        contents.forEach((id, content) -> {
            if (isOfOthers(id, content, awaited))
                return;
            LoadBalancer desired = planner.plan(id, content, awaited.contains(id), pools);
            if (desired.exists() || awaiting.isOurs(observedState.loadBalancer(id))) {
                balancers.put(id, desired);
            }
        });
        Map<ArmId, Pool> changing = new TreeMap<>();
        balancers.forEach((id, desired) -> {
            if (desired.exists())
                changing.putAll(pools.changing(id, observedState.loadBalancer(id)));
        });
        reads.ask(MissingReads.ofOutdated(assignment.outdated()));
        return new Result(balancers, assignment.unassignedNodes(), members.surplus(), changing);
    }

    /**
     * Whether no Service that is served here has to do with the load balancer: its pools, too, are somebody else's. Several load balancers
     * share the nodes, so that each is looked after as long as it exists.
     */
    private boolean isOfOthers(ArmId id, LoadBalancerPlanner.Desired content, Set<ArmId> awaited) {
        LoadBalancer observed = observedState.loadBalancer(id);
        boolean mayBeOfOthers = settings.beside() || !settings.severalLoadBalancers()
                && !new LoadBalancersAwaitingFrontends(settings).includes(observed);
        return mayBeOfOthers && content.frontends().isEmpty() && !awaited.contains(id)
                && observed.frontends().stream().noneMatch(known::isServedHere)
                && observed.rules().stream().noneMatch(known::isServedHere)
                && observed.probes().stream().noneMatch(known::isServedHere);
    }

    /**
     * The load balancers that nodes are put behind: none that is only needed for Services that Azure has refused before, since nodes would leave
     * another load balancer for each attempt.
     */
    private Set<ArmId> serving(Set<ArmId> remaining, DesiredFrontends.Result planned) {
        Set<ArmId> needed = new TreeSet<>();
        Set<ArmId> uncertain = new TreeSet<>();
        for (ServiceSpec service : planned.services().all()) {
            if (planned.frontends().containsKey(service.uid()))
                (known.isTriedAgain(service) ? uncertain : needed).add(placement.loadBalancer(service));
        }
        Set<ArmId> serving = new TreeSet<>(remaining);
        serving.removeIf(id -> uncertain.contains(id) && !needed.contains(id)
                && !observedState.loadBalancer(id).exists());
        return serving;
    }

    private Map<ArmId, LoadBalancerPlanner.Desired> contents(DesiredFrontends.Result planned) {
        Map<ArmId, LoadBalancerPlanner.Desired> contents = new LinkedHashMap<>();
        placement.managed().forEach(id -> contents.put(id, LoadBalancerPlanner.Desired.empty()));
        for (ServiceSpec service : planned.services().all()) {
            List<FrontendModel> frontends = planned.frontends(service);
            if (frontends.isEmpty() || planned.isWaiting(service))
                continue;
            LoadBalancerPlanner.Desired content = contents.get(placement.loadBalancer(service));
            content.frontends().addAll(frontends);
            content.add(observedState.loadBalancer(placement.loadBalancer(service)),
                    planned.traffic().get(service.uid()), memory);
            frontends.forEach(frontend -> content.pools().add(placement.pool(service, frontend.family()).name()));
        }
        return contents;
    }
}
