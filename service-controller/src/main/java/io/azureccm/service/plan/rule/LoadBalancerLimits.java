package io.azureccm.service.plan.rule;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.AzureLimits;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.pool.Membership;
import io.azureccm.service.plan.privatelink.PrivateLinks;
import io.azureccm.service.plan.rule.LoadBalancerUsage.Count;
import io.azureccm.service.plan.rule.LoadBalancerUsage.Share;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/**
 * Finds the Services whose rules or frontends exceed a limit of their load balancer. What exists is never removed to make room: Services
 * that ask for no more than they have come first, then each gets what it asks for in order of age, as long as it fits. Pure.
 */
public record LoadBalancerLimits(PlannerSettings settings, ObservedState observedState, Placement placement,
        ServiceDecisions known) {
    /** What the planned Services ask for, by UID. */
    public record Desired(Map<String, List<FrontendModel>> frontends, Map<String, RulePlanner.Traffic> traffic) {}

    /** The refused Services, by UID; empty if everything fits. */
    public Map<String, Refusal> refusals(Desired desired) {
        return isWithin(desired) ? Map.of() : new Fitting(desired).refusals();
    }

    /** An upper bound, as if each Service kept what it has until it has more: computed at once, and mostly far below the limits. */
    private boolean isWithin(Desired desired) {
        Map<ArmId, Integer> rules = new HashMap<>();
        Map<ArmId, Integer> frontends = new HashMap<>();
        for (ArmId id : placement.managed()) {
            LoadBalancer observed = observedState.loadBalancer(id);
            rules.put(id, observed.rules().size());
            frontends.put(id, observed.frontends().size());
        }
        for (ServiceSpec service : known.all()) {
            RulePlanner.Traffic traffic = desired.traffic().get(service.uid());
            if (traffic == null)
                continue;
            ArmId id = placement.loadBalancer(service);
            int more = traffic.rules().size()
                    - observedState.loadBalancer(id).ruleCounts().getOrDefault(service.baseName(), 0);
            rules.merge(id, Math.max(more, 0), Integer::sum);
            for (FrontendModel frontend : desired.frontends().get(service.uid())) {
                if (observedState.loadBalancers().frontend(frontend.id()).isEmpty())
                    frontends.merge(frontend.loadBalancer(), 1, Integer::sum);
            }
        }
        Map<String, Integer> perPair = new HashMap<>();
        rules.forEach((id, count) -> perPair.merge(Membership.pair(id), count, Integer::sum));
        return rules.keySet().stream().allMatch(id -> {
            int ofPair = perPair.get(Membership.pair(id));
            return ofPair <= AzureLimits.RULES_PER_INTERFACE && ofPair + natRules(id) <= limits(id).rules()
                    && frontends.get(id) <= limits(id).frontends();
        });
    }

    private int natRules(ArmId balancer) {
        return observedState.loadBalancer(balancer).rules(Rule.Kind.INBOUND_NAT).size();
    }

    private AzureLimits.OfLoadBalancer limits(ArmId balancer) {
        LoadBalancer observed = observedState.loadBalancer(balancer);
        if (observed.exists())
            return AzureLimits.OfLoadBalancer.of(observed);
        return settings.cloud().loadBalancer().standard()
                ? AzureLimits.OfLoadBalancer.STANDARD
                : AzureLimits.OfLoadBalancer.BASIC;
    }

    /** Admits what Services ask for one by one; until then each keeps what it has. */
    private final class Fitting {
        private final Map<String, ServiceSpec> services = new LinkedHashMap<>();
        private final Map<String, List<Share>> desired = new HashMap<>();
        private final Map<String, List<Share>> held = new HashMap<>();
        private final Map<String, String> excess = new HashMap<>();
        private final Map<String, Set<String>> elsewhere = new HashMap<>();
        private final LoadBalancerUsage ledger = new LoadBalancerUsage();
        private final PrivateLinks links = new PrivateLinks(settings.clusterName(), observedState);

        Fitting(Desired all) {
            for (ServiceSpec service : known.all()) {
                RulePlanner.Traffic traffic = all.traffic().get(service.uid());
                if (traffic == null)
                    continue;
                services.put(service.uid(), service);
                Set<ArmId> frontends = new TreeSet<>();
                all.frontends().get(service.uid()).forEach(frontend -> frontends.add(frontend.id()));
                desired.put(service.uid(), List.of(wanted(service, placement.loadBalancer(service),
                        traffic.rules().size(), frontends)));
            }
            Map<String, List<Share>> going = new HashMap<>();
            placement.managed().forEach(balancer -> observe(balancer, going));
            held.values().forEach(ledger::add);
            going.values().forEach(ledger::add);
            ledger.begin();
            going.values().forEach(ledger::remove);
        }

        /** Adds what stays whatever Services get; notes what they have, and what goes with others. */
        private void observe(ArmId balancer, Map<String, List<Share>> going) {
            LoadBalancer observed = observedState.loadBalancer(balancer);
            Map<String, List<Rule>> rules = new TreeMap<>();
            Set<ArmId> kept = new TreeSet<>();
            int stay = 0;
            for (Rule rule : observed.rules()) {
                Set<ArmId> used = frontends(balancer, List.of(rule));
                String owner = known.ownerOf(rule).map(ServiceSpec::uid).orElse("");
                if (services.containsKey(owner) || known.isPlanned(rule) && !isLinked(used)) {
                    rules.computeIfAbsent(owner, uid -> new ArrayList<>()).add(rule);
                } else {
                    stay++;
                    kept.addAll(used);
                }
            }
            Set<String> left = known.leftFrontends(observed);
            observed.frontends()
                    .stream()
                    .filter(frontend -> !known.isPlanned(frontend) && !left.contains(frontend.key())
                            || isLinked(Set.of(frontend.id()))
                            || observed.usersOf(frontend.name()).stream().anyMatch(use -> !use.isLoadBalancing()))
                    .forEach(frontend -> kept.add(frontend.id()));
            ledger.natRules(balancer, natRules(balancer));
            ledger.add(List.of(new Share(balancer, stay, 0, Set.of(), kept)));
            rules.forEach((uid, own) -> (services.containsKey(uid) ? held : going)
                    .computeIfAbsent(uid, none -> new ArrayList<>())
                    .add(held(known.ownerOf(own.getFirst()).orElseThrow(), balancer, own)));
        }

        /** What the Service has: perhaps in the pool of all, although it wants one of its own, or the reverse. */
        private Share held(ServiceSpec service, ArmId balancer, List<Rule> rules) {
            int forAll = (int) rules.stream()
                    .filter(rule -> ServiceNames.isPool(settings.clusterName(), rule.pool()))
                    .count();
            int ofOwnPool = rules.size() - forAll;
            return new Share(balancer, forAll, ofOwnPool, ofOwnPool == 0 ? Set.of() : nodes(service, balancer),
                    frontends(balancer, rules));
        }

        private static Set<ArmId> frontends(ArmId balancer, List<Rule> rules) {
            Set<ArmId> frontends = new TreeSet<>();
            rules.forEach(rule -> rule.frontends().forEach(name -> frontends.add(Frontend.id(balancer, name))));
            return frontends;
        }

        /** Azure deletes no frontend with a private link service: it stays until the next plan, with the rules of a deleted Service. */
        private boolean isLinked(Collection<ArmId> frontends) {
            return frontends.stream().anyMatch(id -> !links.attachedTo(id).isEmpty());
        }

        private Share wanted(ServiceSpec service, ArmId balancer, int rules, Set<ArmId> frontends) {
            return settings.hasOwnPool(service)
                    ? new Share(balancer, 0, rules, nodes(service, balancer), frontends)
                    : new Share(balancer, rules, 0, Set.of(), frontends);
        }

        /** The nodes in the pool of one Service: those behind the load balancer that run its pods; empty if they are unknown. */
        private Set<String> nodes(ServiceSpec service, ArmId balancer) {
            Set<String> running = new HashSet<>(known.cluster().state(service).endpointNodes().orElse(Set.of()));
            running.removeAll(elsewhere.computeIfAbsent(Membership.pair(balancer), this::elsewhere));
            return running;
        }

        /** The nodes that are behind other load balancers than this pair. */
        private Set<String> elsewhere(String pair) {
            Set<String> behind = new HashSet<>();
            for (ArmId id : placement.managed()) {
                if (Membership.pair(id).equals(pair))
                    observedState.loadBalancer(id)
                            .pools()
                            .stream()
                            .filter(pool -> ServiceNames.isPool(settings.clusterName(), pool.name()))
                            .forEach(pool -> behind.addAll(pool.addresses()));
            }
            return known.cluster()
                    .nodes()
                    .stream()
                    .filter(node -> !behind.isEmpty() && node.internalIps().stream().noneMatch(behind::contains))
                    .map(NodeFacts::name)
                    .collect(Collectors.toSet());
        }

        Map<String, Refusal> refusals() {
            List<String> open = new ArrayList<>(services.keySet());
            open.removeIf(uid -> gets(uid, (after, before) -> after.isAtMost(before)));
            BiPredicate<Count, Count> fits = (after, before) -> true;
            while (open.removeIf(uid -> gets(uid, fits))) {
                // What one Service releases may make room for another one that did not fit before.
            }
            Map<String, Refusal> refusals = new LinkedHashMap<>();
            open.forEach(uid -> refusals.put(uid, refusal(services.get(uid))));
            return refusals;
        }

        private boolean gets(String uid, BiPredicate<Count, Count> allowed) {
            ArmId balancer = placement.choices().get(uid).loadBalancer();
            List<Share> own = held.getOrDefault(uid, List.of());
            Count before = ledger.count(balancer);
            ledger.remove(own);
            ledger.add(desired.get(uid));
            Count after = ledger.count(balancer);
            String beyond = after.excess(limits(balancer), before);
            if (beyond.isEmpty() && allowed.test(after, before))
                return true;
            excess.put(uid, beyond);
            ledger.remove(desired.get(uid));
            ledger.add(own);
            return false;
        }

        private Refusal refusal(ServiceSpec service) {
            return new Refusal("LoadBalancerFull", service.subject(), "with this Service load balancer \""
                    + placement.loadBalancer(service).name() + "\" exceeds the maximum number of "
                    + excess.get(service.uid()) + ": remove ports or other Services, or "
                    + (settings.severalLoadBalancers()
                            ? "add an entry to multipleStandardLoadBalancerConfigurations"
                            : "use several load balancers, see multipleStandardLoadBalancerConfigurations"));
        }
    }
}
