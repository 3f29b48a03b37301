package io.azureccm.service.plan.orphan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Orphan;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.FrontendUsers;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.orphan.ExistingServices.OwnerState;
import io.azureccm.service.spec.IpFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds what a load balancer of the cluster holds for Services that are not there: rules, frontends, probes, pools, or all of it. */
final class OrphanElements {
    /** The orphans, and the ids of the frontends among them. */
    record Found(List<OrphanFinding> all, Set<ArmId> frontends) {}

    private static final String FRONTENDS = "frontendIPConfigurations";
    private static final String RULES = "loadBalancingRules";
    private static final List<String> OTHER_RULES = List.of("outboundRules", "inboundNatRules", "inboundNatPools");

    private final PlannerSettings settings;
    private final ObservedState observedState;
    private final ExistingServices living;
    private final OrphanLinks links;

    OrphanElements(PlannerSettings settings, ObservedState observedState, ExistingServices living, OrphanLinks links) {
        this.settings = settings;
        this.observedState = observedState;
        this.living = living;
        this.links = links;
    }

    Found of(ArmId balancer, ObjectNode observed) {
        List<OrphanFinding> all = new ArrayList<>();
        Set<String> rules = rules(balancer, observed);
        rules.forEach(name -> all.add(element(Orphan.Kind.RULE, balancer.child(RULES, name), observed)));
        Set<ArmId> frontends = new TreeSet<>();
        for (ObjectNode frontend : ArmJson.list(observed, "properties", FRONTENDS)) {
            ArmId id = balancer.child(FRONTENDS, ArmJson.name(frontend));
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

    /** Rules that bear the name of a Service that is not there and send traffic to the pools of this cluster. */
    private Set<String> rules(ArmId balancer, ObjectNode observed) {
        Set<String> names = new TreeSet<>();
        for (ObjectNode rule : ArmJson.list(observed, "properties", RULES)) {
            boolean foreign = isForeignPool(rule) || FrontendUsers.references(rule)
                    .stream()
                    .anyMatch(name -> isOfOtherCluster(balancer, name));
            if (isOwnerless(ArmJson.name(rule)) && !foreign && isOursHere(balancer, List.of(rule), Optional.empty()))
                names.add(ArmJson.name(rule));
        }
        return names;
    }

    private boolean isOrphan(ArmId id, ObjectNode frontend, ObjectNode observed, Set<String> orphanRules) {
        ArmId balancer = id.parent().orElseThrow();
        if (!isOwnerless(id.name()) || isOfOtherCluster(balancer, id.name()) || links.keepForeign(id))
            return false;
        List<ObjectNode> using = users(observed, RULES, id.name());
        boolean wanted = using.stream().anyMatch(rule -> !orphanRules.contains(ArmJson.name(rule)))
                || OTHER_RULES.stream().anyMatch(kind -> !users(observed, kind, id.name()).isEmpty());
        return !wanted && isOursHere(balancer, using, publicIp(frontend));
    }

    /** The name of the load balancer tells it, where that is the cluster's own; otherwise something that bears the cluster's name. */
    private boolean isOursHere(ArmId balancer, List<ObjectNode> rules, Optional<ObjectNode> publicIp) {
        return ServiceNames.baseOfLoadBalancer(balancer.name()).equalsIgnoreCase(settings.clusterName())
                || rules.stream().anyMatch(this::usesOurPool)
                || publicIp.filter(ip -> Ownership.cluster(ResourceTags.of(ip))
                        .equalsIgnoreCase(settings.clusterName())).isPresent();
    }

    private List<OrphanFinding> probes(ArmId balancer, ObjectNode observed, Set<String> orphanRules) {
        Set<String> kept = new HashSet<>();
        for (ObjectNode rule : ArmJson.list(observed, "properties", RULES)) {
            if (!orphanRules.contains(ArmJson.name(rule)))
                kept.add(fold(last(ArmJson.text(rule, "properties", "probe", "id"))));
        }
        return ArmJson.list(observed, "properties", "probes")
                .stream()
                .map(ArmJson::name)
                .filter(name -> isOwnerless(name) && !kept.contains(fold(name)))
                .filter(name -> isOursHere(balancer, probing(observed, name), Optional.empty()))
                .map(name -> element(Orphan.Kind.PROBE, balancer.child("probes", name), observed))
                .toList();
    }

    private static List<ObjectNode> probing(ObjectNode observed, String probe) {
        return ArmJson.list(observed, "properties", RULES)
                .stream()
                .filter(rule -> last(ArmJson.text(rule, "properties", "probe", "id")).equalsIgnoreCase(probe))
                .toList();
    }

    /** Pools of single Services: their names tell nothing for sure, the rules that send traffic to them do. */
    private List<OrphanFinding> pools(ArmId balancer, ObjectNode observed, Set<String> orphanRules) {
        List<OrphanFinding> pools = new ArrayList<>();
        if (!settings.severalLoadBalancers())
            return pools;
        for (ObjectNode pool : ArmJson.list(observed, "properties", "backendAddressPools")) {
            List<ObjectNode> rules = ArmJson.list(observed, "properties", RULES)
                    .stream()
                    .filter(rule -> poolOf(rule).equalsIgnoreCase(ArmJson.name(pool)))
                    .toList();
            boolean left = !rules.isEmpty()
                    && rules.stream().allMatch(rule -> orphanRules.contains(ArmJson.name(rule)));
            if (left && !isOurPool(ArmJson.name(pool))) {
                String base = ServiceNames.baseOf(ArmJson.name(rules.getFirst()));
                pools.add(OrphanAudit.finding(Orphan.Kind.POOL,
                        balancer.child("backendAddressPools", ArmJson.name(pool)),
                        "only rules of a Service that is not there send traffic to it", base,
                        subjects(observed, base), isLeaving(base)));
            }
        }
        return pools;
    }

    /** The load balancer itself, when it would be left without a frontend and nobody but us keeps it. */
    private Optional<OrphanFinding> whole(ArmId balancer, ObjectNode observed, Set<ArmId> orphans) {
        List<ObjectNode> frontends = ArmJson.list(observed, "properties", FRONTENDS);
        if (frontends.isEmpty() || frontends.size() != orphans.size() || settings.isPreconfigured(balancer))
            return Optional.empty();
        Set<String> subjects = new TreeSet<>();
        orphans.forEach(id -> subjects.addAll(subjects(observed, ServiceNames.baseOf(id.name()))));
        boolean leaving = orphans.stream().anyMatch(id -> isLeaving(id.name()));
        return Optional.of(OrphanAudit.finding(Orphan.Kind.LOAD_BALANCER, balancer,
                "it bears the name of the cluster's and all its frontends are orphans", "", subjects, leaving));
    }

    private OrphanFinding element(Orphan.Kind kind, ArmId id, ObjectNode observed) {
        String base = ServiceNames.baseOf(id.name());
        return OrphanAudit.finding(kind, id, "it bears the name of a Service on a load balancer of the cluster", base,
                subjects(observed, base), isLeaving(base));
    }

    /** Who the Service was, where the public IP of one of its frontends tells. */
    private Set<String> subjects(ObjectNode observed, String base) {
        Set<String> names = new TreeSet<>();
        ArmJson.list(observed, "properties", FRONTENDS)
                .stream()
                .filter(frontend -> ServiceNames.baseOf(ArmJson.name(frontend)).equals(base))
                .flatMap(frontend -> publicIp(frontend).stream())
                .filter(ip -> ArmJson.name(ip).toLowerCase(Locale.ROOT).contains("-" + base))
                .forEach(ip -> names.addAll(Ownership.services(ResourceTags.of(ip))));
        names.removeIf(name -> living.ofSubject(name) == OwnerState.PRESENT);
        return names.size() == 1 ? names : Set.of();
    }

    private boolean isOwnerless(String name) {
        return ServiceNames.isNamedAfterService(name) && living.ofElement(name) != OwnerState.PRESENT;
    }

    private boolean isLeaving(String name) {
        return living.ofElement(name) == OwnerState.LEAVING;
    }

    private boolean isOfOtherCluster(ArmId balancer, String frontend) {
        return observedState.loadBalancers()
                .frontend(balancer, frontend)
                .flatMap(found -> publicIp(found.body()))
                .filter(ip -> !Ownership.isOfCluster(ResourceTags.of(ip), settings.clusterName()))
                .isPresent();
    }

    private Optional<ObjectNode> publicIp(ObjectNode frontend) {
        return ArmId.tryParse(FrontendModel.publicIpOf(frontend)).flatMap(observedState::publicIp);
    }

    /** With several load balancers a Service may have a pool for itself, so that only the shared one tells whose a rule is. */
    private boolean isForeignPool(ObjectNode rule) {
        return !settings.severalLoadBalancers() && !poolOf(rule).isEmpty() && !usesOurPool(rule);
    }

    private boolean usesOurPool(ObjectNode rule) {
        return isOurPool(poolOf(rule));
    }

    private boolean isOurPool(String pool) {
        return Arrays.stream(IpFamily.values())
                .anyMatch(family -> ServiceNames.pool(settings.clusterName(), family).equalsIgnoreCase(pool));
    }

    private static List<ObjectNode> users(ObjectNode observed, String kind, String frontend) {
        return ArmJson.list(observed, "properties", kind)
                .stream()
                .filter(rule -> FrontendUsers.references(rule).contains(fold(frontend)))
                .toList();
    }

    private static String poolOf(ObjectNode rule) {
        return last(ArmJson.text(rule, "properties", "backendAddressPool", "id"));
    }

    private static String last(String id) {
        return id.substring(id.lastIndexOf('/') + 1);
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
