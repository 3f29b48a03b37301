package io.azureccm.service.plan.privatelink;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.PrivateLinkModel;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.FrontendOwners;
import io.azureccm.service.plan.context.OnDemandReads;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Plans all private link services: which Services get one, which are deleted, and which frontends have to wait for that. */
public final class DesiredPrivateLinks {
    private final PlannerSettings settings;
    private final ObservedState observedState;
    private final OnDemandReads reads;
    private final PrivateLinks links;
    private final HeldFrontends held;

    /** What was decided for the Services, and who owns their frontends. */
    public record Planned(PrivateLinkPlanner.Result result, FrontendOwners owners) {
        /** Of Services that get no private link service, by UID. */
        public Map<String, Refusal> refusals() {
            return result.refusals();
        }

        /** Those to be written, if the Services that they are for get everything else. */
        public List<PrivateLinkModel> models() {
            return result.models();
        }

        /** What has to be read to decide that. */
        public MissingReads missing() {
            return MissingReads.of(result.missing());
        }
    }

    /** The operations, the Services that have to wait, with the reason, by UID, and what has to be read first. */
    public record Composed(List<Operation> operations, Map<String, String> waiting, MissingReads missing) {}

    public DesiredPrivateLinks(PlannerSettings settings, ObservedState observedState, OnDemandReads reads) {
        this.settings = settings;
        this.observedState = observedState;
        this.reads = reads;
        this.links = new PrivateLinks(settings.clusterName(), observedState);
        this.held = new HeldFrontends(links);
    }

    /** Decides which Services get one. */
    public Planned plan(ServiceDecisions services, Map<String, List<FrontendModel>> frontends,
            FrontendOwners owners) {
        return new Planned(new PrivateLinkPlanner(settings, links, reads, owners).plan(services, frontends), owners);
    }

    /** Filled while the load balancers are planned. */
    public HeldFrontends held() {
        return held;
    }

    /** {@code balancerWrites}: the load balancers that the plan writes; {@code balancers}: all desired ones. */
    public Composed compose(Planned decided, Set<ArmId> balancerWrites, ServiceDecisions services,
            Map<String, List<FrontendModel>> frontends, Map<ArmId, LoadBalancer> balancers) {
        PrivateLinkPlanner.Result planned = decided.result();
        MissingReads missing = MissingReads.of(planned.missing());
        if (planned.models().isEmpty() && links.ours().isEmpty() && held.isEmpty())
            return new Composed(List.of(), planned.waiting(), missing);
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
        new PrivateLinkRemovals(services, frontends, decided.owners(), staying, shown).of(links)
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
        return new Composed(operations.operations(), waiting, missing.and(operations.missing()));
    }

    /** The frontends that stay, except those that only wait for their private link service. */
    private Set<ArmId> frontendsOf(Map<ArmId, LoadBalancer> balancers) {
        Set<ArmId> all = new TreeSet<>();
        balancers.values().forEach(balancer -> balancer.frontends().forEach(frontend -> all.add(frontend.id())));
        held.frontends().forEach(all::remove);
        return all;
    }
}
