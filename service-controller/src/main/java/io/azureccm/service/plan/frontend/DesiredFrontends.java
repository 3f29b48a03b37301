package io.azureccm.service.plan.frontend;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.Decision;
import io.azureccm.service.plan.context.OnDemandReads;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.context.SkuChange;
import io.azureccm.service.plan.publicip.PublicIpPlanner;
import io.azureccm.service.plan.rule.FrontendPorts;
import io.azureccm.service.plan.rule.LoadBalancerLimits;
import io.azureccm.service.plan.rule.RulePlanner;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Assigns public IPs, frontends, rules and probes to every Service, in order of age, and stops those whose spec
 * cannot be fulfilled: a missing resource, or a port that an older Service uses on the same frontend.
 */
public final class DesiredFrontends {
    /**
     * The Services with their stops, and by UID the frontends and rules of those whose traffic is planned. A frontend whose public IP has
     * to be deleted before it is recreated is missing for now. Some Services (by UID) wait for another load balancer to release their
     * address, or for theirs to be replaced. {@code late} are stops, by UID, that were found after other frontends had been planned on the
     * assumption that these Services are planned.
     */
    public record Result(ServiceDecisions services, Map<String, Stop> late, Map<String, List<FrontendModel>> frontends,
            Map<String, RulePlanner.Traffic> traffic, Set<String> waiting) {
        public List<FrontendModel> frontends(ServiceSpec service) {
            return frontends.getOrDefault(service.uid(), List.of());
        }

        public boolean isWaiting(ServiceSpec service) {
            return waiting.contains(service.uid());
        }

        /** True if the Service has all of its frontends. */
        public boolean isComplete(ServiceSpec service) {
            return !isWaiting(service) && frontends(service).size() == service.address().families().size();
        }

        /** By pool, the oldest Service that needs it and does not show its addresses yet; the cause of operations for the pool. */
        public Map<ArmId, Cause> neededFor(Placement placement) {
            Map<ArmId, Cause> causes = new HashMap<>();
            for (ServiceSpec service : services.all()) {
                List<FrontendModel> own = frontends(service);
                boolean isShown = isComplete(service) && own.stream()
                        .allMatch(frontend -> frontend.address()
                                .filter(services.statusIps(service)::contains)
                                .isPresent());
                if (!isShown)
                    own.forEach(frontend -> causes.putIfAbsent(placement.pool(service, frontend.family()),
                            services.causeOf(Change.Kind.ADD, service.baseName())));
            }
            return causes;
        }

        /** The frontends of Services that have all of theirs. */
        public Map<String, List<FrontendModel>> complete() {
            Map<String, List<FrontendModel>> complete = new HashMap<>(frontends);
            services.all()
                    .stream()
                    .filter(service -> !isComplete(service))
                    .forEach(service -> complete.remove(service.uid()));
            return complete;
        }
    }

    private final PlannerSettings settings;
    private final ObservedState observedState;
    private final Placement placement;
    private final ServiceDecisions services;
    private final PublicIpPlanner publicIps;
    private final FrontendPlanner frontends;
    private final RulePlanner rules;
    private final PlanMemory memory;

    public DesiredFrontends(PlannerSettings settings, ObservedState observedState, Placement placement,
            ServiceDecisions services, PublicIpPlanner publicIps, OnDemandReads reads, PlanMemory memory) {
        this.memory = memory;
        this.settings = settings;
        this.observedState = observedState;
        this.placement = placement;
        this.services = services;
        this.publicIps = publicIps;
        this.frontends = new FrontendPlanner(settings, observedState, placement, services, publicIps, reads, memory);
        this.rules = new RulePlanner(settings, placement);
    }

    public Result plan() {
        Map<String, Stop> late = new HashMap<>();
        Map<String, List<FrontendModel>> addressed = new HashMap<>();
        Map<String, Decision<List<FrontendPlanner.Target>>> targets = targets();
        Map<String, Refusal> refused = new HashMap<>();
        targets.forEach((uid, each) -> each.refusal().ifPresent(refusal -> refused.put(uid, refusal)));
        ServiceDecisions targeted = services.refusing(Stage.ADDRESS, refused);
        frontends.pin(targeted);
        for (ServiceSpec service : services.all()) {
            if (!targeted.plans(service, Stage.TRAFFIC))
                continue;
            Decision<List<FrontendModel>> decision = frontends.plan(service,
                    targets.get(service.uid()).value().orElseThrow());
            decision.value().ifPresent(value -> addressed.put(service.uid(), value));
            decision.refusal()
                    .ifPresent(problem -> late.put(service.uid(), new Stop(Stage.ADDRESS, problem)));
        }
        return withRules(targeted.stopping(late), late, addressed);
    }

    private Result withRules(ServiceDecisions known, Map<String, Stop> late,
            Map<String, List<FrontendModel>> addressed) {
        Result result = new Result(known, late, addressed, new HashMap<>(), new HashSet<>());
        FrontendPorts taken = takenPorts(known);
        for (ServiceSpec service : known.all()) {
            List<FrontendModel> own = addressed.get(service.uid());
            if (own == null)
                continue;
            result.traffic()
                    .put(service.uid(), memory.of(RulePlanner.Traffic.class, service.uid(),
                            () -> rules.plan(service, own), service, own,
                            placement.choices().get(service.uid()).pools()));
            List<Frontend> elsewhere = own.stream().flatMap(frontend -> holderElsewhere(frontend).stream()).toList();
            foreignHolder(service, elsewhere, known).or(() -> taken.claim(service, own, memory))
                    .ifPresent(refusal -> late.put(service.uid(), new Stop(Stage.TRAFFIC, refusal)));
            if (!elsewhere.isEmpty() || isAnyReplaced(own, known))
                result.waiting().add(service.uid());
        }
        if (late.isEmpty())
            new LoadBalancerLimits(settings, observedState, placement, known)
                    .refusals(new LoadBalancerLimits.Desired(addressed, result.traffic()))
                    .forEach((uid, refusal) -> late.put(uid, new Stop(Stage.ADDRESS, refusal)));
        return result;
    }

    /** The targets of each Service, by UID; in order of age, and all known before the first frontend is planned. */
    private Map<String, Decision<List<FrontendPlanner.Target>>> targets() {
        Map<String, Decision<List<FrontendPlanner.Target>>> all = new HashMap<>();
        for (ServiceSpec service : services.all()) {
            Decision<List<FrontendPlanner.Target>> targets = targets(service);
            all.put(service.uid(), targets);
            if (services.plans(service, Stage.TRAFFIC))
                targets.value().ifPresent(value -> frontends.reserve(service, value));
        }
        return all;
    }

    /** A Service with invalid rules gets its public IP nevertheless, so that the address exists once the mistake is fixed. */
    private Decision<List<FrontendPlanner.Target>> targets(ServiceSpec service) {
        List<FrontendPlanner.Target> targets = new ArrayList<>();
        if (!services.plans(service, Stage.ADDRESS))
            return Decision.of(targets);
        for (IpFamily family : service.address().families()) {
            if (service.address().internal()) {
                targets.add(new FrontendPlanner.Target(family, null));
                continue;
            }
            Decision<ArmId> ip = publicIps.require(service, family);
            if (ip.refusal().isPresent())
                return Decision.refused(ip.refusal().get());
            ip.value().ifPresent(id -> targets.add(new FrontendPlanner.Target(family, id)));
        }
        return Decision.of(targets);
    }

    private FrontendPorts takenPorts(ServiceDecisions known) {
        FrontendPorts taken = new FrontendPorts();
        for (ArmId id : placement.managed()) {
            taken.takeFrom(observedState.loadBalancer(id), known);
        }
        return taken;
    }

    private boolean isAnyReplaced(List<FrontendModel> frontends, ServiceDecisions known) {
        for (FrontendModel frontend : frontends) {
            if (SkuChange.isDue(settings, observedState.loadBalancer(frontend.loadBalancer()), known))
                return true;
        }
        return false;
    }

    /**
     * The frontend of another load balancer that has the address: Azure allows an address on one load balancer only, so the old frontend is
     * removed first. A frontend that Azure shows with the address has it: the other one is outdated, such as that of a load balancer whose
     * deletion has not ended.
     */
    private Optional<Frontend> holderElsewhere(FrontendModel frontend) {
        boolean isExternal = frontend.publicIp().isPresent();
        List<Frontend> same = isExternal
                ? observedState.loadBalancers().frontendsAt(frontend.publicIp().get())
                : observedState.loadBalancers().frontendsAt(frontend.body().privateIp());
        return same.stream().map(Frontend::id).anyMatch(frontend.id()::equals)
                ? Optional.empty()
                : same.stream()
                        .filter(other -> !other.loadBalancer().equals(frontend.loadBalancer())
                                && (isExternal || frontend.body().subnet().equalsIgnoreCase(other.subnet())))
                        .findFirst();
    }

    /** Refused, because an address that an unmanaged frontend on another load balancer uses will not become available. */
    private static Optional<Refusal> foreignHolder(ServiceSpec service, List<Frontend> elsewhere,
            ServiceDecisions known) {
        return elsewhere.stream()
                .filter(holder -> !known.isPlanned(holder))
                .findFirst()
                .map(holder -> new Refusal("AddressElsewhere", service.subject(), "service \"" + service.key().name()
                        + "\" specifies an IP that resides on load balancer \"" + holder.loadBalancer().name()
                        + "\", as frontend " + holder.name()
                        + ": use another address, or remove it from that frontend"));
    }
}
