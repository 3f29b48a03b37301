package io.azureccm.service.plan.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.spec.IpFamily;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides the backend pools of a load balancer: all that are there stay, but for those of single Services that nothing uses any
 * more; those that its rules need are added. With node-IP pools their addresses are a function of the nodes. The pool of a
 * cluster with one load balancer is never emptied, because that would cut off everything at once. A pool that holds the other
 * kind of members changes only when others can follow.
 */
public final class PoolPlanner {
    private final PlannerSettings settings;
    private final PoolMembers members;
    private final MembershipPlanner machines;

    public PoolPlanner(PlannerSettings settings, PoolMembers members, MembershipPlanner machines) {
        this.settings = settings;
        this.members = members;
        this.machines = machines;
    }

    /** {@code needed}: names of pools that planned rules refer to; {@code rules}: all rules there are to be. */
    public List<ObjectNode> plan(ArmId balancer, ObjectNode observed, Collection<String> needed,
            List<ObjectNode> rules) {
        Map<String, ObjectNode> pools = new LinkedHashMap<>();
        ArmJson.list(observed, "properties", "backendAddressPools")
                .forEach(pool -> pools.put(key(ArmJson.name(pool)), pool));
        Set<String> existing = Set.copyOf(pools.keySet());
        for (String name : needed) {
            pools.computeIfAbsent(key(name), key -> {
                ObjectNode created = ArmJson.object().put("name", name);
                ArmJson.properties(created);
                return created;
            });
        }
        Set<String> used = new HashSet<>();
        Stream.of(rules, ArmJson.list(observed, "properties", "outboundRules"),
                ArmJson.list(observed, "properties", "inboundNatRules"))
                .flatMap(List::stream)
                .forEach(rule -> used.add(lastSegment(ArmJson.text(rule, "properties", "backendAddressPool", "id"))));
        pools.values().removeIf(pool -> members.isFormer(ArmJson.name(pool)) && isSpare(pool, used));
        pools.replaceAll((key, pool) -> contents(balancer, pool, !existing.contains(key)));
        return List.copyOf(pools.values());
    }

    private ObjectNode contents(ArmId balancer, ObjectNode pool, boolean isNew) {
        if (settings.isPreconfigured(balancer) && !isNew)
            return pool;
        if (settings.nodeIpPools())
            return members.of(balancer, ArmJson.name(pool))
                    .filter(wanted -> !holdsInterfaces(balancer, pool))
                    .map(wanted -> filled(pool, wanted))
                    .orElse(pool);
        boolean empties = PoolContents.hasAddresses(pool) && Arrays.stream(IpFamily.values())
                .anyMatch(family -> isClusterPool(pool, family)
                        && machines.canFill(settings.pool(balancer, family), family));
        return empties ? PoolContents.withoutAddresses(pool) : pool;
    }

    /** The node-IP pools that still hold interfaces, as they are to be once they do not. */
    public Map<ArmId, ObjectNode> changing(ArmId balancer, ObjectNode observed) {
        Map<ArmId, ObjectNode> changing = new LinkedHashMap<>();
        if (!settings.nodeIpPools() || settings.isPreconfigured(balancer))
            return changing;
        for (ObjectNode pool : ArmJson.list(observed, "properties", "backendAddressPools")) {
            if (holdsInterfaces(balancer, pool))
                members.of(balancer, ArmJson.name(pool))
                        .filter(wanted -> !wanted.isEmpty() || settings.severalLoadBalancers())
                        .ifPresent(wanted -> changing.put(id(balancer, pool), filled(pool, wanted)));
        }
        return changing;
    }

    /** The load balancer shows its members; the model of a scale set refers to the pool without being one. */
    private boolean holdsInterfaces(ArmId balancer, ObjectNode pool) {
        return PoolContents.hasInterfaces(pool) || machines.referTo(id(balancer, pool));
    }

    private boolean isClusterPool(ObjectNode pool, IpFamily family) {
        return ServiceNames.pool(settings.clusterName(), family).equalsIgnoreCase(ArmJson.name(pool));
    }

    private static ArmId id(ArmId balancer, ObjectNode pool) {
        return balancer.child("backendAddressPools", ArmJson.name(pool));
    }

    /** Nothing refers to it and no machine is in it by its network interface. */
    private static boolean isSpare(ObjectNode pool, Set<String> used) {
        return ArmJson.list(pool, "properties", "loadBalancerBackendAddresses")
                .stream()
                .noneMatch(each -> ArmJson.child(each, "properties", "networkInterfaceIPConfiguration").isPresent())
                && !used.contains(key(ArmJson.name(pool)));
    }

    private ObjectNode filled(ObjectNode pool, Map<String, String> members) {
        Map<String, String> wanted = new LinkedHashMap<>(members);
        Map<String, Deque<String>> byIp = new HashMap<>();
        members.forEach((name, ip) -> byIp.computeIfAbsent(ip, none -> new ArrayDeque<>()).add(name));
        if (wanted.isEmpty() && !settings.severalLoadBalancers())
            return pool;
        List<ObjectNode> kept = new ArrayList<>();
        for (ObjectNode address : ArmJson.list(pool, "properties", "loadBalancerBackendAddresses")) {
            String ip = ArmJson.text(address, "properties", "ipAddress");
            Deque<String> open = byIp.get(ip);
            if (open == null || open.isEmpty())
                continue;
            kept.add(PoolContents.withoutNetwork(address));
            wanted.remove(open.remove());
        }
        wanted.forEach((name, ip) -> {
            ObjectNode address = ArmJson.object().put("name", name);
            ArmJson.properties(address).put("ipAddress", ip);
            kept.add(address);
        });
        if (kept.isEmpty() && ArmJson.list(pool, "properties", "loadBalancerBackendAddresses").isEmpty())
            return pool;
        ObjectNode next = pool.deepCopy();
        ObjectNode properties = ArmJson.properties(next);
        properties.set("loadBalancerBackendAddresses", ArmJson.array(kept));
        if (ArmJson.text(properties, "virtualNetwork", "id").isEmpty()) {
            properties.set("virtualNetwork", ArmJson.reference(settings.virtualNetwork().toString()));
        }
        return next;
    }

    private static String lastSegment(String id) {
        return key(id.substring(id.lastIndexOf('/') + 1));
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
