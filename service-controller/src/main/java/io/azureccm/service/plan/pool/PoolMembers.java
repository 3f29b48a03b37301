package io.azureccm.service.plan.pool;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.context.AzureLimits;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The desired members of each pool: in the cluster's pools all nodes behind the load balancer, in the pool of a single Service those of
 * them that run its pods; all of them while no EndpointSlice is known.
 */
public final class PoolMembers {
    /** Node-IP pools are for load balancers of the standard SKU. */
    private static final int MAX_MEMBERS = AzureLimits.OfLoadBalancer.STANDARD.members();

    private final PlannerSettings settings;
    private final NodeAssignment nodes;
    private final ClusterState cluster;
    private final Set<String> leaving;
    private final ServiceDecisions services;
    private final PlanMemory memory;
    private final Map<String, ArmId> surplus = new TreeMap<>();
    private Set<String> former;

    /** The addresses of members, by name of the node. */
    private record Members(Map<String, String> addresses) {}

    public PoolMembers(PlannerSettings settings, ServiceDecisions services, NodeAssignment nodes, PlanMemory memory) {
        this.settings = settings;
        this.services = services;
        this.memory = memory;
        this.nodes = nodes;
        this.cluster = services.cluster();
        this.leaving = cluster.nodes()
                .stream()
                .filter(node -> !node.serves())
                .map(NodeFacts::name)
                .collect(Collectors.toSet());
    }

    /** Services with a pool of their own of this name. */
    private List<ServiceSpec> owners(String poolName) {
        return services.ownersOfPool(poolName, settings).stream().filter(ServiceSpec::wanted).toList();
    }

    /** Addresses by node of the pool of this name, including leaving nodes; empty if its members are not managed. */
    private Optional<Map<String, String>> of(ArmId balancer, String poolName) {
        if (nodes.behind(balancer).isEmpty())
            return Optional.empty();
        for (IpFamily family : IpFamily.values()) {
            if (ServiceNames.pool(settings.clusterName(), family).equalsIgnoreCase(poolName))
                return Optional.of(addresses(balancer, family));
        }
        List<ServiceSpec> owners = owners(poolName);
        if (owners.isEmpty())
            return Optional.empty();
        boolean isIpv6 = ServiceNames.localPool(owners.getFirst().key(), IpFamily.IPV6).equalsIgnoreCase(poolName);
        Map<String, String> all = addresses(balancer, isIpv6 ? IpFamily.IPV6 : IpFamily.IPV4);
        List<Optional<Set<String>>> running = owners.stream()
                .map(each -> cluster.state(each).endpointNodes())
                .toList();
        return Optional.of(memory.of(Members.class, Pool.id(balancer, poolName),
                () -> new Members(running.stream().allMatch(Optional::isPresent) ? running(all, running) : all), all,
                running)
                .addresses());
    }

    private static Map<String, String> running(Map<String, String> all, List<Optional<Set<String>>> running) {
        Set<String> names = new TreeSet<>();
        running.forEach(each -> names.addAll(each.orElseThrow()));
        Map<String, String> addresses = new LinkedHashMap<>();
        for (String name : names) {
            String address = all.get(name);
            if (address != null)
                addresses.put(name, address);
        }
        return addresses;
    }

    /**
     * The same without leaving nodes that are not in the pool, since none is added only to be drained, and at most as many as Azure accepts:
     * those in the pool first, then by name.
     */
    Optional<Map<String, String>> of(ArmId balancer, Pool pool) {
        Optional<Map<String, String>> members = of(balancer, pool.name());
        if (members.isEmpty() || leaving.isEmpty() && members.get().size() <= MAX_MEMBERS)
            return members;
        Set<String> there = Set.copyOf(pool.addresses());
        Map<String, String> stay = new LinkedHashMap<>(members.get());
        stay.entrySet().removeIf(each -> leaving.contains(each.getKey()) && !there.contains(each.getValue()));
        List<String> others = stay.keySet().stream().filter(name -> !there.contains(stay.get(name))).sorted().toList();
        int room = Math.max(0, MAX_MEMBERS - (stay.size() - others.size()));
        others.stream().skip(room).forEach(name -> {
            stay.remove(name);
            surplus.put(name, Pool.id(balancer, pool.name()));
        });
        return Optional.of(stay);
    }

    /** The nodes, by name, that a pool has no room for. */
    public Map<String, ArmId> surplus() {
        return surplus;
    }

    /** True for a pool that a Service has for itself. */
    boolean isOfOneService(String poolName) {
        return !ServiceNames.isPool(settings.clusterName(), poolName) && !owners(poolName).isEmpty();
    }

    /** True for a pool that a known Service would have for itself, but currently does not use. */
    boolean isFormer(String poolName) {
        return !ServiceNames.isPool(settings.clusterName(), poolName)
                && former().contains(poolName.toLowerCase(Locale.ROOT));
    }

    private Set<String> former() {
        if (former == null) {
            former = new HashSet<>();
            for (ServiceSpec service : services.all()) {
                for (IpFamily family : IpFamily.values())
                    former.add(ServiceNames.localPool(service.key(), family));
            }
            former.removeIf(name -> !owners(name).isEmpty());
        }
        return former;
    }

    private Map<String, String> addresses(ArmId balancer, IpFamily family) {
        List<NodeFacts> behind = nodes.behind(balancer).orElse(List.of());
        return memory.of(Members.class, settings.pool(balancer, family), () -> members(behind, family), behind)
                .addresses();
    }

    private static Members members(List<NodeFacts> nodes, IpFamily family) {
        Map<String, String> addresses = new LinkedHashMap<>();
        for (NodeFacts node : nodes) {
            node.ip(family).ifPresent(ip -> addresses.put(node.name(), ip));
        }
        return new Members(addresses);
    }
}
