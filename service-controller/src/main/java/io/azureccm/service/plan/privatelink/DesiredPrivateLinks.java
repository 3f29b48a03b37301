package io.azureccm.service.plan.privatelink;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.PrivateLinkModel;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.FrontendOwners;
import io.azureccm.service.plan.context.OnDemandReads;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Plans all private link services: which Services get one, which are deleted, and which frontends have to wait for that. */
public record DesiredPrivateLinks(PlannerSettings settings, ObservedState observedState, OnDemandReads reads,
        FrontendOwners owners, PrivateLinks links, HeldFrontends held) {
    /**
     * The private link services to be written, if the Services that they are for get everything else; by UID the Services that get none, and
     * those that wait, with the reason.
     */
    public record Planned(List<PrivateLinkModel> models, Map<String, Refusal> refusals, Map<String, String> waiting) {}

    /** The operations, and the Services that have to wait, with the reason, by UID. */
    public record Composed(List<Operation> operations, Map<String, String> waiting) {}

    /** {@code held} is filled while the load balancers are planned. */
    public static DesiredPrivateLinks of(PlannerSettings settings, ObservedState observedState, OnDemandReads reads,
            FrontendOwners owners) {
        PrivateLinks links = new PrivateLinks(settings.clusterName(), observedState);
        return new DesiredPrivateLinks(settings, observedState, reads, owners, links,
                new HeldFrontends(links, new LinkedHashMap<>()));
    }

    /** Decides which Services get one. */
    public Planned plan(ServiceDecisions services, Map<String, List<FrontendModel>> frontends) {
        return new PrivateLinkPlanner(settings, links, reads, owners).plan(services, frontends);
    }

    /** {@code balancerWrites}: the load balancers that the plan writes; {@code balancers}: all desired ones. */
    public Composed compose(Planned planned, Set<ArmId> balancerWrites, ServiceDecisions services,
            Map<String, List<FrontendModel>> frontends, Map<ArmId, LoadBalancer> balancers) {
        if (planned.models().isEmpty() && links.ours().isEmpty() && held.isEmpty())
            return new Composed(List.of(), planned.waiting());
        PrivateLinkOperations operations = new PrivateLinkOperations(settings, reads, balancerWrites);
        Set<String> served = new TreeSet<>();
        services.all()
                .stream()
                .filter(service -> services.plans(service, Stage.PRIVATE_LINK))
                .forEach(service -> served.add(service.subject()));
        operations.write(
                planned.models().stream().filter(model -> served.contains(model.subject())).toList());
        Set<ArmId> staying = frontendsOf(balancers);
        Set<ArmId> shown = new TreeSet<>(staying);
        observedState.loadBalancers()
                .forEach(balancer -> balancer.frontends().forEach(frontend -> shown.add(frontend.id())));
        new PrivateLinkRemovals(services, frontends, owners, staying, shown).of(links)
                .forEach(removal -> operations.delete(removal.link(),
                        new Cause("PrivateLinkNotWanted", removal.subject()), Set.of(removal.subject())));
        Map<String, String> waiting = new HashMap<>(planned.waiting());
        for (HeldFrontends.Holder holder : held.holders(services)) {
            Set<String> subjects = new TreeSet<>();
            holder.waiting().forEach(service -> {
                subjects.add(service.subject());
                waiting.putIfAbsent(service.uid(), holder.link().id().shortName()
                        + " must be deleted before its frontend can be deleted");
            });
            operations.delete(holder.link(), new Cause("FrontendNotWanted", String.join(",", subjects)), subjects);
        }
        return new Composed(operations.operations(), waiting);
    }

    /** The frontends that stay, except those that only wait for their private link service. */
    private Set<ArmId> frontendsOf(Map<ArmId, LoadBalancer> balancers) {
        Set<ArmId> all = new TreeSet<>();
        balancers.values().forEach(balancer -> balancer.frontends().forEach(frontend -> all.add(frontend.id())));
        held.held().keySet().forEach(all::remove);
        return all;
    }
}
