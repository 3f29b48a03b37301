package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.estate.Estate;
import io.azureccm.service.intent.IpFamily;
import io.azureccm.service.intent.ServiceIntent;
import io.azureccm.service.intent.ServiceIntent.Stage;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.model.Tree;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Plans everything that all Services together need in Azure, as a function of what is there and what is asked: public IPs, load
 * balancers, pool membership and the security group. Pure: no clock, no I/O; the order in which Services are
 * handed in does not matter.
 */
public final class ServicePlanner {
    private final PlannerSettings settings;

    public ServicePlanner(PlannerSettings settings) {
        this.settings = settings;
    }

    public ServicePlan plan(Estate estate, Demand demand) {
        Notices notices = new Notices(demand.services());
        Questions questions = new Questions(estate, !settings.cloud().arm().endpoint().azureStackBehaviour());
        PublicIpPlanner publicIps = new PublicIpPlanner(settings, estate, questions, notices, demand.services());
        Placement placement = new PlacementPlanner(settings).place(demand.services());
        FrontendStage.Result stage = new FrontendStage(settings, estate, placement, publicIps, questions).plan();
        List<ServiceIntent> services = withEstate(stage.services(), estate, stage);
        KnownServices known = new KnownServices(services);
        PoolPlanner pools = new PoolPlanner(settings, demand.nodes());
        Map<ArmId, ObjectNode> balancers = balancers(estate, placement, stage, known, pools);
        release(publicIps, services, stage);
        PlanComposer composer = new PlanComposer(settings, estate, known);
        composer.publicIps(publicIps.models());
        composer.balancers(balancers);
        List<Refusal> refusals = new ArrayList<>();
        services.forEach(service -> service.stop().ifPresent(stop -> refusals.add(stop.refusal())));
        if (!settings.nodeIpPools()) {
            MembershipPlanner machines = new MembershipPlanner(settings, estate, demand, questions);
            Membership membership = membership(estate, balancers);
            composer.membership(machines.plan(membership), services);
            refusals.addAll(machines.refusals(membership));
        }
        AccessWishes wishes = new AccessPlanner(settings, estate, demand.nodes(), pools).plan(services,
                stage.complete());
        estate.securityGroup()
                .ifPresent(group -> composer.securityGroup(new SecurityGroupPlanner(settings, group).plan(wishes)));
        List<Operation> operations = composer.operations(stage.complete());
        Plan plan = new Plan("lb=" + settings.loadBalancerName(), operations, refusals,
                new Plan.Basis(demand.dirty(), services.size(), estate.ageMillis()));
        return new ServicePlan(plan, new Standings(balancers).of(services, stage.frontends()), questions.needs(),
                notices.byUid());
    }

    /** By name, because tags name Services: one that was deleted and made again keeps what its new self uses. */
    private static void release(PublicIpPlanner publicIps, List<ServiceIntent> services, FrontendStage.Result stage) {
        Map<String, Set<ArmId>> used = new HashMap<>();
        Set<String> kept = new TreeSet<>();
        for (ServiceIntent service : services) {
            used.computeIfAbsent(service.subject(), name -> new TreeSet<>())
                    .addAll(stage.publicIps().getOrDefault(service, Set.of()));
            if (service.wanted() && !service.plans(Stage.TRAFFIC))
                kept.add(service.subject());
        }
        services.stream()
                .filter(service -> !kept.contains(service.subject()))
                .forEach(service -> publicIps.release(service, used.get(service.subject())));
    }

    /** What keeps every Service from being reachable: it gets everything else, and an error instead of a good status. */
    private List<ServiceIntent> withEstate(List<ServiceIntent> services, Estate estate,
            FrontendStage.Result stage) {
        if (estate.securityGroup().isEmpty()) {
            return stopped(services, stage, "SecurityGroupNotFound", settings.securityGroupName().isEmpty()
                    ? "securityGroupName is not configured: set it in the cloud config"
                    : "nsg \"" + settings.securityGroupName() + "\" not found in resource group "
                            + settings.cloud().securityGroupResourceGroup());
        }
        return services;
    }

    private static List<ServiceIntent> stopped(List<ServiceIntent> services, FrontendStage.Result stage, String code,
            String message) {
        List<ServiceIntent> stopped = new ArrayList<>();
        for (ServiceIntent service : services) {
            ServiceIntent next = service.wanted()
                    ? service.stoppedAt(Stage.ACCESS, new Refusal(code, service.subject(), message))
                    : service;
            stopped.add(next);
            rekey(stage.frontends(), service, next);
            rekey(stage.traffic(), service, next);
            rekey(stage.publicIps(), service, next);
        }
        return stopped;
    }

    private static <V> void rekey(Map<ServiceIntent, V> map, ServiceIntent before, ServiceIntent after) {
        V value = map.remove(before);
        if (value != null)
            map.put(after, value);
    }

    /** All load balancers as they should be; null for one that is there and is to go. */
    private Map<ArmId, ObjectNode> balancers(Estate estate, Placement placement, FrontendStage.Result stage,
            KnownServices known, PoolPlanner pools) {
        Map<ArmId, LoadBalancerPlanner.Wish> wishes = new LinkedHashMap<>();
        placement.managed().forEach(id -> wishes.put(id, LoadBalancerPlanner.Wish.empty()));
        Set<ArmId> awaited = new TreeSet<>();
        stage.frontends().forEach((service, frontends) -> {
            if (!FrontendStage.Result.isComplete(service, frontends))
                awaited.add(placement.loadBalancer(service));
            LoadBalancerPlanner.Wish wish = wishes.get(placement.loadBalancer(service));
            wish.frontends().addAll(frontends);
            wish.rules().addAll(stage.traffic().get(service).rules());
            stage.traffic().get(service).probes().forEach(wish.probes()::putIfAbsent);
        });
        LoadBalancerPlanner planner = new LoadBalancerPlanner(settings, estate, known, pools);
        Map<ArmId, ObjectNode> balancers = new LinkedHashMap<>();
        wishes.forEach((id, wish) -> {
            ObjectNode desired = planner.plan(id, wish, awaited.contains(id));
            if (desired != null || estate.loadBalancer(id).filter(ServicePlanner::hasFrontends).isPresent()) {
                balancers.put(id, desired);
            }
        });
        return balancers;
    }

    /** One that never had any is somebody else's business; one that loses its last was ours, as foreign frontends stay. */
    private static boolean hasFrontends(ObjectNode balancer) {
        return !Tree.list(balancer, "properties", "frontendIPConfigurations").isEmpty();
    }

    private Membership membership(Estate estate, Map<ArmId, ObjectNode> balancers) {
        Map<IpFamily, Set<ArmId>> join = new EnumMap<>(IpFamily.class);
        Set<ArmId> going = new TreeSet<>();
        Set<ArmId> unready = new TreeSet<>();
        Set<ArmId> once = new TreeSet<>();
        balancers.forEach((id, desired) -> {
            ObjectNode observed = estate.loadBalancer(id).orElse(null);
            if (desired == null) {
                pools(observed).forEach(name -> going.add(id.child("backendAddressPools", name)));
                return;
            }
            boolean preconfigured = settings.isPreconfigured(id);
            for (IpFamily family : IpFamily.values()) {
                String name = ServiceNames.pool(settings.clusterName(), family);
                boolean there = pools(observed).stream().anyMatch(name::equalsIgnoreCase);
                if (pools(desired).stream().noneMatch(name::equalsIgnoreCase) || preconfigured && there)
                    continue;
                ArmId pool = settings.pool(id, family);
                join.computeIfAbsent(family, key -> new TreeSet<>()).add(pool);
                if (!there)
                    (preconfigured ? once : unready).add(pool);
            }
        });
        return new Membership(join, Set.of(), going, unready, once);
    }

    private static List<String> pools(ObjectNode balancer) {
        return Tree.list(balancer, "properties", "backendAddressPools").stream().map(Tree::name).toList();
    }
}
