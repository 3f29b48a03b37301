package io.azureccm.service.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.removal.RemovalMemory.Assessment;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.Notices;
import io.azureccm.service.plan.context.OnDemandReads;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.frontend.DesiredFrontends;
import io.azureccm.service.plan.loadbalancer.DesiredLoadBalancers;
import io.azureccm.service.plan.loadbalancer.PoolChanges;
import io.azureccm.service.plan.pool.HeldMembers;
import io.azureccm.service.plan.pool.Membership;
import io.azureccm.service.plan.pool.MembershipPlanner;
import io.azureccm.service.plan.privatelink.DesiredPrivateLinks;
import io.azureccm.service.plan.publicip.PublicIpPlanner;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What planned Services get of public IPs, load balancers and pools, and the writes that this takes: enough to decide which Services are
 * planned, and the basis of the plan. The security group and private link services are planned only when that is decided.
 * {@code services}: with the decisions so far, whose traffic is planned, and why that of others is not; {@code operations}: the writes of
 * public IPs, load balancers and machines, predecessors first, which {@code composer} made.
 */
public record Draft(Request request, ServiceDecisions services, Addresses addresses, Balancers balancers,
        DesiredPrivateLinks links, DesiredPrivateLinks.Planned plannedLinks, PlanComposer composer,
        List<Operation> operations, OnDemandReads reads) {
    /** What a draft is made for: {@code services} with the decisions made before, and which removals of theirs are held. */
    record Request(ObservedState observed, ServiceDecisions services, Assessment assessment) {
        /** The same Services with more stops. */
        Request stopping(Map<String, Stop> stops) {
            return new Request(observed, services.stopping(stops), assessment);
        }

        HeldMembers heldMembers() {
            return new HeldMembers(assessment.held());
        }
    }

    /** The placement of Services and what they have there, the public IPs, and the notices for users. */
    record Addresses(Placement placement, DesiredFrontends.Result frontends, PublicIpPlanner publicIps,
            Notices notices) {}

    /** The desired load balancers with their pools, and the machines that join and leave these. */
    record Balancers(DesiredLoadBalancers.Result built, PoolChanges pools, MembershipPlanner machines,
            Membership membership) {}

    /** The same with what it removes. */
    Draft with(Assessment assessment) {
        return new Draft(new Request(request.observed(), request.services(), assessment), services, addresses,
                balancers, links, plannedLinks, composer, operations, reads);
    }

    /** What has to be read first; the plan may need more. */
    public MissingReads missing() {
        return reads.missing();
    }

    /** Whether the Service has all of its frontends, and Azure has allocated their addresses. */
    public boolean isAddressed(ServiceSpec service) {
        return addresses.frontends().isComplete(service) && addresses.frontends()
                .frontends(service)
                .stream()
                .map(FrontendModel::address)
                .allMatch(Optional::isPresent);
    }

    /**
     * Whether writes that only the plan contains come after those of these load balancers, for others than the {@code subjects}: private
     * link services on their frontends; or the security group, if one of the {@code subjects} moves from another load balancer to them.
     */
    public boolean isAwaitedByOthers(Set<ArmId> loadBalancers, Set<String> subjects) {
        return plannedLinks.models()
                .stream()
                .anyMatch(model -> loadBalancers.contains(model.loadBalancer())
                        && !subjects.contains(model.subject()))
                || services.all()
                        .stream()
                        .filter(service -> subjects.contains(service.subject())
                                && services.plans(service, Stage.TRAFFIC))
                        .anyMatch(service -> moves(service, loadBalancers));
    }

    private boolean moves(ServiceSpec service, Set<ArmId> loadBalancers) {
        ArmId to = addresses.placement().loadBalancer(service);
        return loadBalancers.contains(to) && operations().stream()
                .anyMatch(operation -> operation.target().hasType(ArmTypes.LOAD_BALANCER)
                        && !operation.target().equals(to) && operation.subjects().contains(service.subject()));
    }
}
