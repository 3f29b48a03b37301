package io.azureccm.service.plan;

import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.PlanOrder;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.FrontendOwners;
import io.azureccm.service.plan.context.Notices;
import io.azureccm.service.plan.context.OnDemandReads;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.frontend.DesiredFrontends;
import io.azureccm.service.plan.frontend.FrontendNotices;
import io.azureccm.service.plan.frontend.NewRefusedServices;
import io.azureccm.service.plan.frontend.PublicIpReleases;
import io.azureccm.service.plan.frontend.SharingNotices;
import io.azureccm.service.plan.loadbalancer.DesiredLoadBalancers;
import io.azureccm.service.plan.loadbalancer.PoolChanges;
import io.azureccm.service.plan.placement.PlacementPlanner;
import io.azureccm.service.plan.placement.VmSetPairs;
import io.azureccm.service.plan.pool.Membership;
import io.azureccm.service.plan.pool.MembershipPlanner;
import io.azureccm.service.plan.privatelink.DesiredPrivateLinks;
import io.azureccm.service.plan.publicip.PublicIpPlanner;
import io.azureccm.service.plan.securitygroup.HeldAddresses;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes drafts: calls the planners of addresses, frontends, rules, load balancers and pools one after the other. Pure. */
record DraftPlanner(PlannerSettings settings, PlanMemory memory) {
    Draft draft(Draft.Request request) {
        ObservedState observed = request.observed();
        OnDemandReads reads = new OnDemandReads(observed, !settings.cloud().arm().endpoint().azureStackBehaviour());
        ServiceDecisions readable = UnreadableResources.without(settings, observed, request.services(), reads);
        Draft.Addresses addresses = addresses(observed, readable, reads);
        DesiredFrontends.Result frontends = addresses.frontends();
        ServiceDecisions services = new HeldAddresses(settings, observed, addresses.placement().managed(), frontends)
                .withheld(frontends.services(), addresses.notices())
                .refusing(Stage.ACCESS, withoutSecurityGroup(observed, readable));
        FrontendOwners owners = new FrontendOwners(services, frontends.complete());
        new SharingNotices(owners, addresses.notices()).report(services, frontends.complete());
        DesiredPrivateLinks links = DesiredPrivateLinks.of(settings, observed, reads, owners);
        DesiredPrivateLinks.Planned plannedLinks = links.plan(services, frontends.complete());
        services = services.refusing(Stage.PRIVATE_LINK, plannedLinks.refusals());
        Draft.Balancers balancers = balancers(request, services, addresses, links, reads);
        PlanComposer composer = composer(observed, services, addresses, balancers);
        return new Draft(request, services, addresses, balancers, links, plannedLinks, composer,
                PlanOrder.sort(composer.operations(frontends.complete())), reads);
    }

    /**
     * A Service that is stopped late keeps its old frontend, which others may have been planned to take over: only their addresses are
     * planned again, without it. Each round stops at least one more Service.
     */
    private Draft.Addresses addresses(ObservedState observed, ServiceDecisions known, OnDemandReads reads) {
        NewRefusedServices refused = new NewRefusedServices(settings, observed);
        ServiceDecisions asked = refused.withoutPublicIp(known);
        List<MultipleLoadBalancer> pairs = VmSetPairs.of(settings, observed, asked.cluster(),
                outdated -> reads.ask(MissingReads.ofOutdated(Set.of(outdated))));
        Placement placement = new PlacementPlanner(settings, observed, pairs, asked, memory).place();
        ServiceDecisions services = asked.refusing(Stage.ADDRESS, placement.refusals());
        Draft.Addresses round = round(observed, placement, services, reads);
        while (!round.frontends().late().isEmpty()) {
            services = refused.withoutPublicIp(services.stopping(round.frontends().late()));
            round = round(observed, placement, services, reads);
        }
        return round;
    }

    /** {@code late} stops in the result mean that others have to be planned again. */
    private Draft.Addresses round(ObservedState observed, Placement placement, ServiceDecisions services,
            OnDemandReads reads) {
        Notices notices = new Notices(services.notices());
        PublicIpPlanner publicIps = new PublicIpPlanner(settings, observed, reads, notices, services, memory);
        DesiredFrontends.Result frontends = new DesiredFrontends(settings, observed, placement, services, publicIps,
                reads, memory).plan();
        return new Draft.Addresses(placement, frontends, publicIps, notices);
    }

    private Draft.Balancers balancers(Draft.Request request, ServiceDecisions services, Draft.Addresses addresses,
            DesiredPrivateLinks links, OnDemandReads reads) {
        ObservedState observed = request.observed();
        Placement placement = addresses.placement();
        MembershipPlanner machines = new MembershipPlanner(settings, observed, services.cluster(),
                request.heldMembers(), reads);
        DesiredLoadBalancers.Result built = new DesiredLoadBalancers(settings, observed, placement, services,
                links.held(), memory).plan(addresses.frontends(), machines, reads);
        Map<ArmId, LoadBalancer> balancers = built.balancers();
        new FrontendNotices(observed, services, addresses.frontends().frontends(), addresses.notices())
                .report(balancers);
        new PublicIpReleases(addresses.publicIps(), balancers).release(services, addresses.frontends());
        PoolChanges pools = new PoolChanges(settings, observed, placement, built);
        Membership membership = pools.membership(addresses.frontends().neededFor(placement));
        return new Draft.Balancers(built, pools, machines, membership);
    }

    private PlanComposer composer(ObservedState observed, ServiceDecisions services, Draft.Addresses addresses,
            Draft.Balancers balancers) {
        PlanComposer composer = new PlanComposer(settings, observed, addresses.placement(), services);
        composer.publicIps(addresses.publicIps().models());
        composer.balancers(balancers.built().balancers());
        composer.membership(balancers.machines().plan(balancers.membership()), balancers.pools());
        composer.migration(balancers.pools()
                .migration(services.all().stream().map(ServiceSpec::subject).collect(Collectors.toSet())));
        return composer;
    }

    /** Why every Service (by UID) is unreachable without its security group: everything else is planned, but the result is an error. */
    private Map<String, Refusal> withoutSecurityGroup(ObservedState observed, ServiceDecisions services) {
        if (observed.securityGroup().isPresent()
                || observed.unreadable().of(settings.securityGroup()).isPresent())
            return Map.of();
        String message = settings.securityGroupName().isEmpty()
                ? "securityGroupName is not configured: set it in the cloud config"
                : "nsg \"" + settings.securityGroupName() + "\" not found in resource group "
                        + settings.cloud().securityGroupResourceGroup();
        return services.all()
                .stream()
                .filter(ServiceSpec::wanted)
                .collect(Collectors.toMap(ServiceSpec::uid,
                        service -> new Refusal("SecurityGroupNotFound", service.subject(), message)));
    }
}
