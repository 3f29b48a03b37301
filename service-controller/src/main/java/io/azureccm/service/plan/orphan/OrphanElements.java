package io.azureccm.service.plan.orphan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Orphan;
import io.azureccm.common.core.Ownership;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.Probe;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.orphan.ExistingServices.OwnerState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds elements on load balancers of the cluster that belong to Services that do not exist: rules, frontends, probes, pools, or the entire
 * load balancer.
 */
record OrphanElements(PlannerSettings settings, ObservedState observedState, ExistingServices existing,
        OrphanLinks links) {
    /** The orphans, and the ids of the frontends among them. */
    record Found(List<OrphanFinding> all, Set<ArmId> frontends) {}

    Found of(ArmId balancer, LoadBalancer observed) {
        List<OrphanFinding> all = new ArrayList<>();
        Set<String> rules = rules(balancer, observed);
        rules.forEach(name -> all.add(element(Orphan.Kind.RULE, Rule.id(balancer, name), observed)));
        Set<ArmId> frontends = new TreeSet<>();
        for (Frontend frontend : observed.frontends()) {
            ArmId id = Frontend.id(balancer, frontend.name());
            if (isOrphan(id, frontend, observed, rules)) {
                frontends.add(id);
                all.add(element(Orphan.Kind.FRONTEND, id, observed));
            }
        }
        all.addAll(probes(balancer, observed, rules));
        all.addAll(pools(balancer, observed, rules));
        whole(balancer, observed, frontends).ifPresent(all::add);
        return new Found(all, frontends);
    }

    /** Rules that are named after a Service that does not exist and send traffic to the pools of this cluster. */
    private Set<String> rules(ArmId balancer, LoadBalancer observed) {
        Set<String> names = new TreeSet<>();
        for (Rule rule : observed.rules()) {
            boolean foreign = isForeignPool(rule) || rule.frontends()
                    .stream()
                    .anyMatch(name -> isOfOtherCluster(balancer, name));
            if (isOwnerless(rule.name()) && !foreign && isOursHere(balancer, List.of(rule), Optional.empty()))
                names.add(rule.name());
        }
        return names;
    }

    private boolean isOrphan(ArmId id, Frontend frontend, LoadBalancer observed, Set<String> orphanRules) {
        ArmId balancer = id.parent().orElseThrow();
        if (!isOwnerless(id.name()) || isOfOtherCluster(balancer, id.name()) || links.keepForeign(id))
            return false;
        List<Rule> using = observed.usersOf(id.name());
        boolean wanted = using.stream()
                .anyMatch(rule -> !rule.isLoadBalancing() || !orphanRules.contains(rule.name()));
        return !wanted && isOursHere(balancer, using, publicIp(frontend));
    }

    /** Decided by the name of the load balancer if it is the cluster's own; otherwise by an element with the cluster's name. */
    private boolean isOursHere(ArmId balancer, List<Rule> rules, Optional<PublicIp> publicIp) {
        return ServiceNames.baseOfLoadBalancer(balancer.name()).equalsIgnoreCase(settings.clusterName())
                || rules.stream().anyMatch(this::usesOurPool)
                || publicIp.filter(ip -> Ownership.cluster(ip.tags())
                        .equalsIgnoreCase(settings.clusterName())).isPresent();
    }

    private List<OrphanFinding> probes(ArmId balancer, LoadBalancer observed, Set<String> orphanRules) {
        Set<String> kept = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (Rule rule : observed.rules()) {
            if (!orphanRules.contains(rule.name()))
                kept.add(rule.probe());
        }
        return observed.probes()
                .stream()
                .map(Probe::name)
                .filter(name -> isOwnerless(name) && !kept.contains(name))
                .filter(name -> isOursHere(balancer, probing(observed, name), Optional.empty()))
                .map(name -> element(Orphan.Kind.PROBE, Probe.id(balancer, name), observed))
                .toList();
    }

    private static List<Rule> probing(LoadBalancer observed, String probe) {
        return observed.rules().stream().filter(rule -> rule.probe().equalsIgnoreCase(probe)).toList();
    }

    /** Pools of single Services: their names do not identify them reliably, but the rules that send traffic to them do. */
    private List<OrphanFinding> pools(ArmId balancer, LoadBalancer observed, Set<String> orphanRules) {
        List<OrphanFinding> pools = new ArrayList<>();
        if (!settings.severalLoadBalancers())
            return pools;
        for (Pool pool : observed.pools()) {
            List<Rule> rules = observed.rules()
                    .stream()
                    .filter(rule -> rule.pool().equalsIgnoreCase(pool.name()))
                    .toList();
            boolean left = !rules.isEmpty()
                    && rules.stream().allMatch(rule -> orphanRules.contains(rule.name()));
            if (left && !isOurPool(pool.name())) {
                String base = ServiceNames.baseOf(rules.getFirst().name());
                pools.add(OrphanAudit.finding(Orphan.Kind.POOL, Pool.id(balancer, pool.name()),
                        "only rules of a Service that does not exist send traffic to it", base,
                        subjects(observed, base), isLeaving(base)));
            }
        }
        return pools;
    }

    /** The load balancer itself, if no frontend would be left and no other client keeps it. */
    private Optional<OrphanFinding> whole(ArmId balancer, LoadBalancer observed, Set<ArmId> orphans) {
        List<Frontend> frontends = observed.frontends();
        if (frontends.isEmpty() || frontends.size() != orphans.size() || settings.isPreconfigured(balancer))
            return Optional.empty();
        Set<String> subjects = new TreeSet<>();
        orphans.forEach(id -> subjects.addAll(subjects(observed, ServiceNames.baseOf(id.name()))));
        boolean leaving = orphans.stream().anyMatch(id -> isLeaving(id.name()));
        return Optional.of(OrphanAudit.finding(Orphan.Kind.LOAD_BALANCER, balancer,
                "it has the name of a load balancer of the cluster and all its frontends are orphans", "", subjects,
                leaving));
    }

    private OrphanFinding element(Orphan.Kind kind, ArmId id, LoadBalancer observed) {
        String base = ServiceNames.baseOf(id.name());
        return OrphanAudit.finding(kind, id, "it has the name of a Service and is on a load balancer of the cluster",
                base,
                subjects(observed, base), isLeaving(base));
    }

    /** The Services, if the public IP of one of the frontends names them. */
    private Set<String> subjects(LoadBalancer observed, String base) {
        Set<String> names = new TreeSet<>();
        observed.frontends()
                .stream()
                .filter(frontend -> frontend.baseName().equals(base))
                .flatMap(frontend -> publicIp(frontend).stream())
                .filter(ip -> ip.key().contains("-" + base))
                .forEach(ip -> names.addAll(ip.services()));
        names.removeIf(name -> existing.ofSubject(name) == OwnerState.PRESENT);
        return names.size() == 1 ? names : Set.of();
    }

    private boolean isOwnerless(String name) {
        return ServiceNames.isNamedAfterService(name) && existing.ofElement(name) != OwnerState.PRESENT;
    }

    private boolean isLeaving(String name) {
        return existing.ofElement(name) == OwnerState.LEAVING;
    }

    private boolean isOfOtherCluster(ArmId balancer, String frontend) {
        return observedState.loadBalancers()
                .frontend(Frontend.id(balancer, frontend))
                .flatMap(this::publicIp)
                .filter(ip -> !Ownership.isOfCluster(ip.tags(), settings.clusterName()))
                .isPresent();
    }

    private Optional<PublicIp> publicIp(Frontend frontend) {
        return frontend.publicIp().flatMap(observedState::publicIp);
    }

    /** With several load balancers a Service may have a pool of its own, so only the shared pool identifies the cluster of a rule. */
    private boolean isForeignPool(Rule rule) {
        return !settings.severalLoadBalancers() && !rule.pool().isEmpty() && !usesOurPool(rule);
    }

    private boolean usesOurPool(Rule rule) {
        return isOurPool(rule.pool());
    }

    private boolean isOurPool(String pool) {
        return ServiceNames.isPool(settings.clusterName(), pool);
    }
}
