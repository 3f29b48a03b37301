package io.azureccm.service.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.drift.DriftCauses;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.drift.Reading;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.AzureLimits;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.Notices;
import io.azureccm.service.plan.context.OnDemandReads;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.frontend.FrontendNotices;
import io.azureccm.service.plan.context.FrontendOwners;
import io.azureccm.service.plan.frontend.FrontendStage;
import io.azureccm.service.plan.frontend.PublicIpReleases;
import io.azureccm.service.plan.frontend.SharingNotices;
import io.azureccm.service.plan.loadbalancer.LoadBalancerStage;
import io.azureccm.service.plan.loadbalancer.PoolStage;
import io.azureccm.service.plan.placement.PlacementPlanner;
import io.azureccm.service.plan.placement.VmSetPairs;
import io.azureccm.service.plan.pool.HeldMembers;
import io.azureccm.service.plan.pool.Membership;
import io.azureccm.service.plan.pool.MembershipPlanner;
import io.azureccm.service.plan.privatelink.PrivateLinkStage;
import io.azureccm.service.plan.publicip.PublicIpPlanner;
import io.azureccm.service.plan.securitygroup.HeldAddresses;
import io.azureccm.service.plan.securitygroup.SecurityGroupStage;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Plans everything that all Services need in Azure as a function of the observed and the desired state: public IPs, load balancers, pool
 * membership and the security group. Pure: no clock, no I/O, independent of the order of the Services. Intermediate results are reused by
 * the next plan. Not thread-safe.
 */
public final class ServicePlanner {
    private static final Comparator<PlannedService> AS_PRINTED = Comparator
            .comparing((PlannedService service) -> service.spec().age().creationTimestamp())
            .thenComparing(service -> service.spec().key());

    /** Refusal code of a Service that is left unchanged because its removals are held. */
    public static final String HELD = "RemovalHeld";

    private static final DriftCauses DRIFT = new DriftCauses(new ServiceParts(), ServiceParts.RULES);

    private final PlannerSettings settings;
    private final RemovalLimits limits;
    private final PlanMemory memory = new PlanMemory();

    public ServicePlanner(PlannerSettings settings) {
        this(settings, RemovalLimits.NONE);
    }

    /** {@code limits}: how much one plan may remove. */
    public ServicePlanner(PlannerSettings settings, RemovalLimits limits) {
        this.settings = settings;
        this.limits = limits;
    }

    /** {@code asked}: the Services with earlier decisions; {@code lastKnownGood}: distinguishes drift from requested changes. */
    public ServicePlan plan(ObservedState observedState, ServiceDecisions asked, LastKnownGood lastKnownGood) {
        return plan(observedState, asked, lastKnownGood, HeldMembers.NONE);
    }

    /**
     * The same with removals held: those above a limit that {@code removals} does not have as approved, and those in {@code atLeast}. A
     * Service that would lose a frontend or a public IP stays entirely unchanged, so that nothing refers to a missing resource.
     */
    public ServicePlan plan(ObservedState observedState, ServiceDecisions asked, LastKnownGood lastKnownGood,
            RemovalMemory removals, Removals atLeast) {
        ServicePlan free = plan(observedState, asked, lastKnownGood, HeldMembers.NONE);
        if (limits.isNone())
            return free;
        PlannedRemovals taken = new PlannedRemovals(settings, observedState, asked, free.plan());
        RemovalMemory.Assessment assessment = removals.assess(limits, taken.all(), taken.poolSizes(), atLeast);
        Removals held = assessment.held();
        if (held.isEmpty())
            return free.with(assessment);
        Map<String, Stop> stops = new HashMap<>();
        taken.concerned(held.all())
                .forEach(service -> stops.put(service.uid(), new Stop(Stage.ADDRESS, new Refusal(HELD,
                        service.subject(),
                        "held because the plan removes more than azureccm.blast-radius allows: " + held.describe()
                                + "; approve with " + held.hash()))));
        ServicePlan kept = plan(observedState, asked.stopping(stops), lastKnownGood, new HeldMembers(held));
        Plan plan = kept.plan();
        List<Refusal> refusals = plan.refusals().stream().filter(each -> !each.code().equals(HELD)).toList();
        return kept.with(new Plan(plan.scope(), plan.operations(), refusals, plan.basis()).holding(held))
                .with(assessment);
    }

    private ServicePlan plan(ObservedState observedState, ServiceDecisions all, LastKnownGood lastKnownGood,
            HeldMembers heldMembers) {
        memory.next();
        ClusterState clusterState = all.cluster();
        OnDemandReads reads = new OnDemandReads(observedState,
                !settings.cloud().arm().endpoint().azureStackBehaviour());
        UnreadableResources.Result readable = UnreadableResources.without(settings, observedState, all);
        ServiceDecisions asked = readable.services();
        Addressed addressed = addressed(observedState, asked, reads);
        Placement placement = addressed.placement();
        FrontendStage.Result stage = addressed.stage();
        ServiceDecisions known = new HeldAddresses(settings, observedState, placement, stage)
                .withheld(stage.services(), addressed.notices())
                .refusing(Stage.ACCESS, withoutSecurityGroup(observedState, asked));
        PrivateLinkStage links = new PrivateLinkStage(settings, observedState, reads);
        FrontendOwners owners = new FrontendOwners(known, stage.complete());
        new SharingNotices(owners, addressed.notices()).report(known, stage.complete());
        PrivateLinkStage.Planned linked = links.plan(known, stage.complete(), owners);
        known = known.refusing(Stage.PRIVATE_LINK, linked.refusals());
        MembershipPlanner machines = new MembershipPlanner(settings, observedState, clusterState, heldMembers);
        LoadBalancerStage.Result built = new LoadBalancerStage(settings, observedState, placement, known,
                links.held(), memory)
                .plan(stage, machines);
        Map<ArmId, LoadBalancer> balancers = built.balancers();
        new FrontendNotices(observedState, known, stage.frontends(), addressed.notices()).report(balancers);
        new PublicIpReleases(addressed.publicIps(), balancers, known).release(known, stage);
        Reading reading = ServiceParts.reading(settings, observedState, balancers.keySet(), known);
        PlanComposer composer = new PlanComposer(settings, observedState, placement, known);
        composer.publicIps(addressed.publicIps().models());
        composer.balancers(balancers);
        if (observedState.securityGroup().isPresent()) {
            SecurityGroupStage.Result access = new SecurityGroupStage(settings, observedState, placement, known,
                    built, memory)
                    .plan(known, stage.complete(), addressed.notices());
            composer.securityGroup(access.security());
            known = access.services();
        }
        PoolStage pools = new PoolStage(settings, observedState, placement, built);
        Membership membership = pools.membership(stage.neededFor(placement));
        composer.membership(machines.plan(membership), pools);
        PrivateLinkStage.Composed linkWrites = links.compose(linked, composer.balancerWrites(), known,
                stage.complete(), balancers);
        composer.keep(links.held().publicIps());
        composer.privateLinks(linkWrites.operations());
        List<Operation> migration = pools.migration(
                known.all().stream().map(ServiceSpec::subject).collect(Collectors.toSet()));
        List<Refusal> unassigned = nodesLeftOut(built, known, addressed.notices());
        Map<String, PlannedService> plannedServices = new PlannedServices(known, stage, balancers,
                addressed.notices().byUid(), placement, new FormerAddresses(observedState), memory)
                .all(linkWrites.waiting(), addressed.publicIps());
        List<Refusal> refusals = refused(plannedServices.values());
        refusals.addAll(unassigned);
        refusals.addAll(machines.refusals(membership));
        List<Operation> operations = migration.isEmpty() ? composer.operations(stage.complete()) : migration;
        refusals.addAll(new TagRefusals(settings, observedState).of(balancers.keySet(), operations));
        Plan plan = new Plan("lb=" + settings.scope(), operations, refusals,
                new Plan.Basis(clusterState.changed(), known.all().size(), observedState.ageMillis()));
        MissingReads missing = MissingReads.of(List.of(readable.missing(), addressed.missing(), built.missing(),
                machines.missing(), linkWrites.missing()));
        return new ServicePlan(DRIFT.in(plan, lastKnownGood), plannedServices, missing, !links.held().isEmpty(),
                reading);
    }

    /**
     * The placement of Services and what they have there, the public IPs planned so far, the notices for users, and what has to be read to
     * know all that.
     */
    private record Addressed(Placement placement, FrontendStage.Result stage, PublicIpPlanner publicIps,
            Notices notices, MissingReads missing) {}

    /** A Service that is stopped late keeps its old frontend, which others may have been planned to take over, so planning is repeated. */
    private Addressed addressed(ObservedState observedState, ServiceDecisions asked, OnDemandReads reads) {
        VmSetPairs pairs = VmSetPairs.of(settings, observedState, asked.cluster());
        Placement placement = new PlacementPlanner(settings, observedState, pairs.pairs(), asked, memory).place();
        MissingReads missing = MissingReads.ofOutdated(pairs.outdated());
        ServiceDecisions services = asked.refusing(Stage.ADDRESS, placement.refusals());
        while (true) {
            Notices notices = new Notices(services.notices());
            PublicIpPlanner publicIps = new PublicIpPlanner(settings, observedState, reads, notices, services,
                    memory);
            FrontendStage.Result stage = new FrontendStage(settings, observedState, placement, services, publicIps,
                    reads, memory).plan();
            missing = missing.and(stage.missing());
            if (stage.late().isEmpty())
                return new Addressed(placement, stage, publicIps, notices, missing);
            services = services.stopping(stage.late());
        }
    }

    /**
     * Refusals by age of the Services, oldest first; those of the same second by name, because their order in the API server is not known
     * after a restart.
     */
    private static List<Refusal> refused(Collection<PlannedService> plannedServices) {
        return plannedServices.stream()
                .filter(service -> service.stop().isPresent())
                .sorted(AS_PRINTED)
                .flatMap(service -> service.stop().stream())
                .map(ServiceSpec.Stop::refusal)
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** A node that no load balancer takes is a refusal in the plan; the user of the oldest Service gets a notice. */
    private static List<Refusal> nodesLeftOut(LoadBalancerStage.Result built, ServiceDecisions services,
            Notices notices) {
        List<Refusal> refusals = new ArrayList<>();
        for (NodeFacts node : built.unassignedNodes()) {
            refusals.add(new Refusal("NoLoadBalancerForNode", node.name(), "failed to find a lb for node " + node.name()
                    + ": it is in no primaryVMSet and matches no nodeSelector, and every entry in use has a nodeSelector"));
        }
        built.surplusNodes()
                .forEach((node,
                        pool) -> refusals.add(new Refusal("LoadBalancerFull", node, "failed to find a lb for node "
                                + node + ": pool " + pool.name() + " of load balancer "
                                + pool.parent().orElse(pool).name() + " has "
                                + AzureLimits.members(false)
                                + " members, which is the maximum; exclude nodes that serve nothing"
                                + " with the label node.kubernetes.io/exclude-from-external-load-balancers")));
        services.all()
                .stream()
                .filter(service -> services.plans(service, Stage.TRAFFIC))
                .findFirst()
                .ifPresent(oldest -> refusals.forEach(refusal -> notices.add(oldest, Notice.warning(Notice.Source.AZURE,
                        "FailedToFindLoadBalancerForNode", "failed to find a lb for node " + refusal.subject()))));
        return refusals;
    }

    /** Why every Service (by UID) is unreachable without its security group: everything else is planned, but the result is an error. */
    private Map<String, Refusal> withoutSecurityGroup(ObservedState observedState, ServiceDecisions services) {
        if (observedState.securityGroup().isPresent()
                || observedState.unreadable().of(settings.securityGroup()).isPresent())
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
