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
import io.azureccm.common.core.removal.RemovalMemory.Assessment;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.AzureLimits;
import io.azureccm.service.plan.context.Notices;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.loadbalancer.DesiredLoadBalancers;
import io.azureccm.service.plan.pool.PoolsWithoutMembers;
import io.azureccm.service.plan.privatelink.DesiredPrivateLinks;
import io.azureccm.service.plan.securitygroup.DesiredSecurityGroup;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Plans everything that all Services need in Azure as a function of the observed and the desired state: public IPs, load balancers, pool
 * membership and the security group. A plan is made of a {@link Draft}, which shows in advance what concerns the choice of Services. Pure: no
 * clock, no I/O, independent of the order of the Services. Intermediate results are reused by the next plan. Not thread-safe.
 */
public class ServicePlanner {
    private static final Comparator<PlannedService> AS_PRINTED = Comparator
            .comparing((PlannedService service) -> service.spec().age().creationTimestamp())
            .thenComparing(service -> service.spec().key());

    /** Refusal code of a Service that is left unchanged because its removals are held. */
    public static final String HELD = "RemovalHeld";

    private static final DriftCauses DRIFT = new DriftCauses(new ServiceParts(), ServiceParts.RULES);

    private final PlannerSettings settings;
    private final RemovalLimits limits;
    private final PlanMemory memory = new PlanMemory();
    private final DraftPlanner drafts;

    /** {@code limits}: how much one plan may remove. */
    public ServicePlanner(PlannerSettings settings, RemovalLimits limits) {
        this.settings = settings;
        this.limits = limits;
        this.drafts = new DraftPlanner(settings, memory);
    }

    /** {@code asked}: the Services with earlier decisions; {@code lastKnownGood}: distinguishes drift from requested changes. */
    public ServicePlan plan(ObservedState observedState, ServiceDecisions asked, LastKnownGood lastKnownGood) {
        return plan(drafts.draft(new Draft.Request(observedState, asked, Assessment.NONE)), lastKnownGood);
    }

    /**
     * A draft with removals held: those above a limit that {@code removals} does not have as approved. A Service that would lose a frontend
     * or a public IP stays entirely unchanged, so that nothing refers to a missing resource.
     */
    public Draft draft(ObservedState observedState, ServiceDecisions asked, RemovalMemory removals) {
        Draft free = drafts.draft(new Draft.Request(observedState, asked, Assessment.NONE));
        if (limits.isNone())
            return free;
        PlannedRemovals taken = new PlannedRemovals(settings, observedState, asked, free.operations());
        Assessment assessment = removals.assess(limits, taken.all(), taken.poolSizes());
        Removals held = assessment.held();
        if (held.isEmpty())
            return free.with(assessment);
        Map<String, Stop> stops = new HashMap<>();
        taken.concerned(held.all())
                .forEach(service -> stops.put(service.uid(), new Stop(Stage.ADDRESS, new Refusal(HELD,
                        service.subject(),
                        "held because the plan removes more than azureccm.blast-radius allows: " + held.describe()
                                + "; approve with " + held.hash()))));
        return drafts.draft(new Draft.Request(observedState, asked.stopping(stops), assessment));
    }

    /** The same draft without these Services (by UID), which are stopped; what is held stays held. */
    public Draft without(Map<String, Stop> stops, Draft draft) {
        return stops.isEmpty() ? draft : drafts.draft(draft.request().stopping(stops));
    }

    /** The plan for what was drafted: adds the security group, private link services, and the state of each Service. */
    public ServicePlan plan(Draft draft, LastKnownGood lastKnownGood) {
        ObservedState observed = draft.request().observed();
        Draft.Addresses addresses = draft.addresses();
        Draft.Balancers balancers = draft.balancers();
        Map<ArmId, LoadBalancer> desired = balancers.built().balancers();
        Map<String, List<FrontendModel>> frontends = addresses.frontends().complete();
        PlanComposer composer = draft.composer();
        Reading reading = ServiceParts.reading(settings, observed, desired.keySet(), draft.services());
        ServiceDecisions services = access(draft, frontends);
        DesiredPrivateLinks.Composed links = draft.links()
                .compose(draft.plannedLinks(), composer.balancerWrites(), services, frontends, desired);
        composer.privateLinks(links.operations());
        List<Refusal> unassigned = nodesLeftOut(balancers.built(), services, addresses.notices());
        new PoolsWithoutMembers(settings, services, addresses.placement(), desired,
                balancers.machines(), balancers.membership())
                .report(frontends, addresses.notices());
        Map<String, PlannedService> plannedServices = new PlannedServices(services, addresses.frontends(), desired,
                addresses.notices().byUid(), addresses.placement(), observed, memory)
                .all(links.waiting(), addresses.publicIps());
        List<Operation> operations = composer.operations(frontends);
        List<Refusal> refusals = refused(plannedServices.values());
        refusals.addAll(unassigned);
        refusals.addAll(balancers.machines().refusals(balancers.membership()));
        refusals.addAll(new TagRefusals(settings, observed).of(desired.keySet(), operations));
        refusals.removeIf(refusal -> refusal.code().equals(HELD));
        Plan plan = new Plan("lb=" + settings.scope(), operations, refusals,
                new Plan.Basis(services.cluster().changed(), services.all().size(), observed.ageMillis()));
        memory.next();
        Assessment assessment = draft.request().assessment();
        return new ServicePlan(DRIFT.in(plan, lastKnownGood).holding(assessment.held()), plannedServices,
                draft.missing(), !draft.links().held().isEmpty(), reading, assessment);
    }

    /** Composes the write of the security group; returns the Services with those stopped whose rules cannot be in it. */
    private ServiceDecisions access(Draft draft, Map<String, List<FrontendModel>> frontends) {
        ObservedState observed = draft.request().observed();
        if (observed.securityGroup().isEmpty())
            return draft.services();
        DesiredSecurityGroup.Result access = new DesiredSecurityGroup(settings, observed, draft.addresses().placement(),
                draft.balancers().built(), draft.balancers().membership(), memory)
                .plan(draft.services(), frontends, draft.addresses().notices());
        draft.composer().securityGroup(access.security());
        return access.services();
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
    private static List<Refusal> nodesLeftOut(DesiredLoadBalancers.Result built, ServiceDecisions services,
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
                                + AzureLimits.OfLoadBalancer.STANDARD.members()
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
}
