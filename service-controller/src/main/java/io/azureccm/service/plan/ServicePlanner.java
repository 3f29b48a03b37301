package io.azureccm.service.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.drift.DriftCauses;
import io.azureccm.common.core.drift.InPlace;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.KnownServices;
import io.azureccm.service.plan.context.Notices;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.Questions;
import io.azureccm.service.plan.frontend.FrontendNotices;
import io.azureccm.service.plan.frontend.FrontendStage;
import io.azureccm.service.plan.frontend.PublicIpReleases;
import io.azureccm.service.plan.loadbalancer.LoadBalancerStage;
import io.azureccm.service.plan.loadbalancer.PoolStage;
import io.azureccm.service.plan.placement.PlacementPlanner;
import io.azureccm.service.plan.placement.VmSetPairs;
import io.azureccm.service.plan.pool.Membership;
import io.azureccm.service.plan.pool.MembershipPlanner;
import io.azureccm.service.plan.privatelink.PrivateLinkStage;
import io.azureccm.service.plan.publicip.PublicIpPlanner;
import io.azureccm.service.plan.securitygroup.SecurityGroupStage;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Plans everything that all Services together need in Azure, as a function of what is there and what is asked: public IPs, load
 * balancers, pool membership and the security group. Pure: no clock, no I/O; the order in which Services are
 * handed in does not matter.
 */
public final class ServicePlanner {
    private static final Comparator<ServiceSpec> AS_PRINTED = Comparator
            .comparing((ServiceSpec service) -> service.age().creationTimestamp())
            .thenComparing(ServiceSpec::key);

    private static final DriftCauses DRIFT = new DriftCauses(new ServiceParts(), ServiceParts.RULES);

    private final PlannerSettings settings;

    public ServicePlanner(PlannerSettings settings) {
        this.settings = settings;
    }

    /** {@code inPlace}: what tells changes that nobody asked for from others. */
    public ServicePlan plan(ObservedState observedState, ClusterState clusterState, InPlace inPlace) {
        Questions questions = new Questions(observedState, !settings.cloud().arm().endpoint().azureStackBehaviour());
        Addressed addressed = addressed(observedState, clusterState, questions);
        Placement placement = addressed.placement();
        FrontendStage.Result stage = addressed.stage();
        List<ServiceSpec> services = withObservedState(stage.services(), observedState);
        PrivateLinkStage links = new PrivateLinkStage(settings, observedState, questions);
        services = restopped(services, Stage.PRIVATE_LINK, links.plan(services, stage.complete()));
        KnownServices known = new KnownServices(services);
        MembershipPlanner machines = new MembershipPlanner(settings, observedState, clusterState, questions);
        LoadBalancerStage.Result built = new LoadBalancerStage(settings, observedState, placement, known, questions,
                links.held())
                .plan(stage, clusterState.nodes(), machines);
        Map<ArmId, LoadBalancer> balancers = built.balancers();
        new FrontendNotices(observedState, known, stage.frontends(), addressed.notices()).tell(balancers);
        new PublicIpReleases(addressed.publicIps(), balancers, known).release(services, stage);
        PlanComposer composer = new PlanComposer(settings, observedState, placement, known);
        composer.publicIps(addressed.publicIps().models());
        composer.balancers(balancers);
        if (observedState.securityGroup().isPresent()) {
            SecurityGroupStage access = SecurityGroupStage.of(settings, observedState, placement, known,
                    clusterState.nodes(),
                    built);
            services = access(access, services, stage, composer);
        }
        PoolStage pools = new PoolStage(settings, observedState, placement, built);
        Membership membership = pools.membership(stage.neededFor(placement, known));
        composer.membership(machines.plan(membership), pools, services);
        Map<String, String> waiting = links.compose(composer.balancerWrites(), services, stage.complete(), balancers,
                known);
        composer.keep(links.held().publicIps());
        composer.privateLinks(links.operations());
        List<Operation> migration = pools.migration(
                services.stream().map(ServiceSpec::subject).collect(Collectors.toSet()));
        Map<String, ServicePlan.PlannedService> plannedServices = new HashMap<>(
                new PlannedServices(balancers, waiting).of(services, stage));
        if (plannedServices.values().stream().anyMatch(plannedService -> plannedService.service().stop().isPresent())) {
            Map<String, List<String>> held = addressed.publicIps().heldForOne();
            plannedServices.replaceAll(
                    (uid, plannedService) -> plannedService.telling(billed(plannedService.service(), held)));
        }
        List<Refusal> refusals = refused(plannedServices.values());
        refusals.addAll(unassignedNodes(built.unassignedNodes(), services, addressed.notices()));
        refusals.addAll(machines.refusals(membership));
        Plan plan = new Plan("lb=" + settings.scope(),
                migration.isEmpty() ? composer.operations(stage.complete()) : migration, refusals,
                new Plan.Basis(clusterState.changed(), services.size(), observedState.ageMillis()));
        return new ServicePlan(DRIFT.in(plan, inPlace), plannedServices, questions.needs(),
                addressed.notices().byUid(), !links.held().isEmpty(),
                ServiceParts.reading(settings, observedState, balancers.keySet(), known));
    }

    /** Where Services are and what they have there, the public IPs that are planned so far, and what users are to be told. */
    private record Addressed(Placement placement, FrontendStage.Result stage, PublicIpPlanner publicIps,
            Notices notices) {}

    /** A Service that is stopped late keeps its old frontend, which others were told to be free: they are asked again. */
    private Addressed addressed(ObservedState observedState, ClusterState clusterState, Questions questions) {
        Placement placement = new PlacementPlanner(settings, observedState,
                VmSetPairs.of(settings, observedState, questions, clusterState), clusterState.services()).place();
        while (true) {
            Notices notices = new Notices(clusterState.services());
            PublicIpPlanner publicIps = new PublicIpPlanner(settings, observedState, questions, notices,
                    placement.services());
            FrontendStage.Result stage = new FrontendStage(settings, observedState, placement, publicIps, questions)
                    .plan();
            if (stage.late().isEmpty())
                return new Addressed(placement, stage, publicIps, notices);
            placement = placement.stopping(stage.late());
        }
    }

    /** A Service that is refused after its public IP was planned, or once it had one, costs money while nobody mends it. */
    private static ServiceSpec billed(ServiceSpec service, Map<String, List<String>> held) {
        List<String> names = held.getOrDefault(service.subject().toLowerCase(Locale.ROOT), List.of());
        return names.isEmpty()
                ? service
                : service.stoppedWith("until the Service is mended or deleted, public IP " + String.join(" and ", names)
                        + (names.size() == 1 ? " is" : " are") + " kept for it and billed");
    }

    /**
     * What keeps Services out of the plan: older ones first, and those of one second by name, because the order in which the API
     * server stored them is not known any more after a restart.
     */
    private static List<Refusal> refused(Collection<ServicePlan.PlannedService> plannedServices) {
        return plannedServices.stream()
                .map(ServicePlan.PlannedService::service)
                .sorted(AS_PRINTED)
                .flatMap(service -> service.stop().stream())
                .map(ServiceSpec.Stop::refusal)
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** A node that no load balancer takes stands in the plan; the oldest Service tells its user. */
    private static List<Refusal> unassignedNodes(List<NodeFacts> nodes, List<ServiceSpec> services, Notices notices) {
        List<Refusal> refusals = new ArrayList<>();
        for (NodeFacts node : nodes) {
            refusals.add(new Refusal("NoLoadBalancerForNode", node.name(), "failed to find a lb for node " + node.name()
                    + ": it is in no primaryVMSet, matches no nodeSelector, and no entry in use is without one"));
            services.stream()
                    .filter(service -> service.plans(Stage.TRAFFIC))
                    .findFirst()
                    .ifPresent(oldest -> notices.add(oldest, Notice.warning(Notice.Source.AZURE,
                            "FailedToFindLoadBalancerForNode", "failed to find a lb for node " + node.name())));
        }
        return refusals;
    }

    /** What keeps every Service from being reachable: it gets everything else, and an error instead of a good status. */
    private List<ServiceSpec> withObservedState(List<ServiceSpec> services, ObservedState observedState) {
        if (observedState.securityGroup().isEmpty()) {
            return stopped(services, "SecurityGroupNotFound", settings.securityGroupName().isEmpty()
                    ? "securityGroupName is not configured: set it in the cloud config"
                    : "nsg \"" + settings.securityGroupName() + "\" not found in resource group "
                            + settings.cloud().securityGroupResourceGroup());
        }
        return services;
    }

    private static List<ServiceSpec> stopped(List<ServiceSpec> services, String code, String message) {
        Map<String, Refusal> refusals = new HashMap<>();
        services.stream()
                .filter(ServiceSpec::wanted)
                .forEach(service -> refusals.put(service.uid(), new Refusal(code, service.subject(), message)));
        return restopped(services, Stage.ACCESS, refusals);
    }

    /** The Services with those stopped (by UID) that are refused after their traffic was planned. */
    private static List<ServiceSpec> restopped(List<ServiceSpec> services, Stage at,
            Map<String, Refusal> refusals) {
        return services.stream()
                .map(service -> refusals.containsKey(service.uid())
                        ? service.stoppedAt(at, refusals.get(service.uid()))
                        : service)
                .toList();
    }

    private static List<ServiceSpec> access(SecurityGroupStage access, List<ServiceSpec> services,
            FrontendStage.Result stage, PlanComposer composer) {
        SecurityGroupStage.Result result = access.plan(services, stage.complete());
        composer.securityGroup(result.security());
        return result.services();
    }
}
