package io.azureccm.service.plan.frontend;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.Decision;
import io.azureccm.service.plan.context.KnownServices;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.Questions;
import io.azureccm.service.plan.context.SkuChange;
import io.azureccm.service.plan.publicip.PublicIpPlanner;
import io.azureccm.service.plan.rule.FrontendPorts;
import io.azureccm.service.plan.rule.RulePlanner;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The first half of a plan: gives every Service its public IPs, frontends, rules and probes, in order of age, and stops those
 * that cannot have what they ask for: a missing resource, or a port that an older Service has on the same frontend.
 */
public final class FrontendStage {
    /**
     * Services with what stopped them, and by UID the frontends and rules of those whose traffic is planned. A frontend whose public
     * IP has to go before it can be made anew is missing for the time being. Some Services (by UID) wait for another load balancer
     * to let go of their address, or for theirs to be replaced. {@code late} are stops, by UID, that came after others had been given frontends in the belief
     * that these Services would be planned.
     */
    public record Result(List<ServiceSpec> services, Map<String, Stop> late,
            Map<String, List<FrontendModel>> frontends, Map<String, RulePlanner.Traffic> traffic,
            Map<String, Set<ArmId>> publicIps, Set<String> waiting) {
        public boolean isWaiting(ServiceSpec service) {
            return waiting.contains(service.uid());
        }

        /** True for a Service that has all of its frontends. */
        public boolean isComplete(ServiceSpec service) {
            return !isWaiting(service) && frontends.getOrDefault(service.uid(), List.of())
                    .size() == service.address().families().size();
        }

        /** By pool, the oldest Service that needs it and does not show its addresses yet, as the cause of what is done for it. */
        public Map<ArmId, Cause> neededFor(Placement placement, KnownServices known) {
            Map<ArmId, Cause> causes = new HashMap<>();
            for (ServiceSpec service : services) {
                List<FrontendModel> own = frontends.getOrDefault(service.uid(), List.of());
                boolean isShown = isComplete(service) && own.stream()
                        .allMatch(frontend -> frontend.address().filter(service.statusIps()::contains).isPresent());
                if (!isShown)
                    own.forEach(frontend -> causes.putIfAbsent(placement.pool(service, frontend.family()),
                            known.causeOf(Change.Kind.ADD, ServiceNames.base(service.uid()))));
            }
            return causes;
        }

        /** The frontends of Services that have all of theirs. */
        public Map<String, List<FrontendModel>> complete() {
            Map<String, List<FrontendModel>> complete = new LinkedHashMap<>(frontends);
            services.stream()
                    .filter(service -> !isComplete(service))
                    .forEach(service -> complete.remove(service.uid()));
            return complete;
        }
    }

    private final PlannerSettings settings;
    private final ObservedState observedState;
    private final Placement placement;
    private final PublicIpPlanner publicIps;
    private final FrontendPlanner frontends;
    private final RulePlanner rules;
    private final AddressHolders holders;

    public FrontendStage(PlannerSettings settings, ObservedState observedState, Placement placement,
            PublicIpPlanner publicIps,
            Questions questions) {
        this.settings = settings;
        this.observedState = observedState;
        this.placement = placement;
        this.publicIps = publicIps;
        this.frontends = new FrontendPlanner(settings, observedState, placement, publicIps, questions);
        this.rules = new RulePlanner(settings, placement);
        this.holders = new AddressHolders(observedState);
    }

    public Result plan() {
        Result result = new Result(new ArrayList<>(), new HashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>(),
                new HashMap<>(), new HashSet<>());
        Map<String, List<FrontendModel>> addressed = new LinkedHashMap<>();
        List<ServiceSpec> decided = new ArrayList<>();
        Map<String, Decision<List<FrontendPlanner.Target>>> all = targets();
        frontends.pin(new KnownServices(placement.services()
                .stream()
                .map(service -> stopped(service, all.get(service.uid()).refusal()))
                .toList()));
        for (ServiceSpec service : placement.services()) {
            Decision<List<FrontendPlanner.Target>> targets = all.get(service.uid());
            Optional<Refusal> refusal = targets.refusal();
            if (refusal.isEmpty() && service.plans(Stage.TRAFFIC)) {
                Decision<List<FrontendModel>> decision = frontends.plan(service, targets.value().orElseThrow());
                decision.value().ifPresent(value -> addressed.put(service.uid(), value));
                refusal = decision.refusal();
                refusal.ifPresent(problem -> result.late().put(service.uid(), new Stop(Stage.ADDRESS, problem)));
            }
            decided.add(stopped(service, refusal));
        }
        KnownServices known = new KnownServices(decided);
        FrontendPorts taken = takenPorts(known);
        for (ServiceSpec service : decided) {
            List<FrontendModel> own = addressed.get(service.uid());
            if (own == null) {
                result.services().add(service);
                continue;
            }
            RulePlanner.Traffic traffic = rules.plan(service, own);
            Optional<Refusal> conflict = foreignHolder(service, own, known).or(() -> taken.claim(service, own));
            conflict.ifPresent(refusal -> result.late().put(service.uid(), new Stop(Stage.TRAFFIC, refusal)));
            ServiceSpec next = conflict.map(refusal -> service.stoppedAt(Stage.TRAFFIC, refusal)).orElse(service);
            result.services().add(next);
            Set<ArmId> used = new TreeSet<>();
            own.forEach(frontend -> frontend.publicIp().ifPresent(used::add));
            result.publicIps().put(next.uid(), used);
            if (conflict.isPresent())
                continue;
            if (own.stream()
                    .anyMatch(frontend -> holders.elsewhere(frontend).isPresent() || goesFirst(frontend, known)))
                result.waiting().add(next.uid());
            result.frontends().put(next.uid(), own);
            result.traffic().put(next.uid(), traffic);
        }
        return result;
    }

    private static ServiceSpec stopped(ServiceSpec service, Optional<Refusal> refusal) {
        return refusal.map(problem -> service.stoppedAt(Stage.ADDRESS, problem)).orElse(service);
    }

    /** What each Service, by UID, is to be reached at; asked in order of age, and known for all before the first frontend is planned. */
    private Map<String, Decision<List<FrontendPlanner.Target>>> targets() {
        Map<String, Decision<List<FrontendPlanner.Target>>> all = new HashMap<>();
        for (ServiceSpec service : placement.services()) {
            Decision<List<FrontendPlanner.Target>> targets = targets(service);
            all.put(service.uid(), targets);
            if (service.plans(Stage.TRAFFIC))
                targets.value().ifPresent(value -> frontends.reserve(service, value));
        }
        return all;
    }

    /** A Service whose rules are wrong gets its public IP all the same: the address is there when the mistake is mended. */
    private Decision<List<FrontendPlanner.Target>> targets(ServiceSpec service) {
        List<FrontendPlanner.Target> targets = new ArrayList<>();
        if (!service.plans(Stage.ADDRESS))
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

    private FrontendPorts takenPorts(KnownServices known) {
        FrontendPorts taken = new FrontendPorts();
        for (ArmId id : placement.managed()) {
            taken.takeFrom(observedState.loadBalancer(id), known);
        }
        return taken;
    }

    /** True while the load balancer of the frontend has to be replaced. */
    private boolean goesFirst(FrontendModel frontend, KnownServices known) {
        return SkuChange.isDue(settings, observedState.loadBalancer(frontend.loadBalancer()), known);
    }

    /** An address that somebody else has on another load balancer will not come free. */
    private Optional<Refusal> foreignHolder(ServiceSpec service, List<FrontendModel> frontends, KnownServices known) {
        return frontends.stream()
                .flatMap(frontend -> holders.elsewhere(frontend).stream())
                .filter(holder -> !known.isPlanned(holder.frontend()))
                .findFirst()
                .map(holder -> new Refusal("AddressElsewhere", service.subject(), "service \"" + service.key().name()
                        + "\" specifies an IP that resides on load balancer \"" + holder.loadBalancer().name()
                        + "\", as frontend " + holder.frontend() + ": use another address, or take it off there"));
    }
}
