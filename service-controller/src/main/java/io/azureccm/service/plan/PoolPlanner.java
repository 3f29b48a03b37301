package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.Tree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Decides the backend pools of a load balancer: all that are there stay, but for those of single Services that nothing uses any
 * more; those that its rules need are added. With node-IP pools their addresses are a function of the nodes. The pool of a
 * cluster with one load balancer is never emptied, because that would cut off everything at once.
 */
final class PoolPlanner {
    private final PlannerSettings settings;
    private final PoolMembers members;

    PoolPlanner(PlannerSettings settings, PoolMembers members) {
        this.settings = settings;
        this.members = members;
    }

    /** {@code needed}: names of pools that planned rules refer to; {@code rules}: all rules there are to be. */
    List<ObjectNode> plan(ArmId balancer, ObjectNode observed, Collection<String> needed, List<ObjectNode> rules) {
        Map<String, ObjectNode> pools = new LinkedHashMap<>();
        Tree.list(observed, "properties", "backendAddressPools").forEach(pool -> pools.put(key(Tree.name(pool)), pool));
        for (String name : needed) {
            pools.computeIfAbsent(key(name), key -> {
                ObjectNode created = Tree.object().put("name", name);
                Tree.properties(created);
                return created;
            });
        }
        List<ObjectNode> used = new ArrayList<>(rules);
        used.addAll(Tree.list(observed, "properties", "outboundRules"));
        used.addAll(Tree.list(observed, "properties", "inboundNatRules"));
        pools.values().removeIf(pool -> members.isFormer(Tree.name(pool)) && isSpare(pool, used));
        if (settings.nodeIpPools())
            pools.replaceAll((key, pool) -> members.of(balancer, Tree.name(pool))
                    .map(wanted -> filled(pool, wanted))
                    .orElse(pool));
        return List.copyOf(pools.values());
    }

    /** Nothing refers to it and no machine is in it by its network interface. */
    private static boolean isSpare(ObjectNode pool, List<ObjectNode> rules) {
        return Tree.list(pool, "properties", "loadBalancerBackendAddresses")
                .stream()
                .noneMatch(each -> Tree.child(each, "properties", "networkInterfaceIPConfiguration").isPresent())
                && rules.stream()
                        .noneMatch(rule -> lastSegment(Tree.text(rule, "properties", "backendAddressPool", "id"))
                                .equals(key(Tree.name(pool))));
    }

    private ObjectNode filled(ObjectNode pool, Map<String, String> members) {
        Map<String, String> wanted = new LinkedHashMap<>(members);
        if (wanted.isEmpty() && !settings.severalLoadBalancers())
            return pool;
        List<ObjectNode> kept = new ArrayList<>();
        for (ObjectNode address : Tree.list(pool, "properties", "loadBalancerBackendAddresses")) {
            String ip = Tree.text(address, "properties", "ipAddress");
            Optional<String> node = wanted.entrySet()
                    .stream()
                    .filter(entry -> entry.getValue().equals(ip))
                    .map(Map.Entry::getKey)
                    .findFirst();
            node.ifPresent(name -> {
                kept.add(address);
                wanted.remove(name);
            });
        }
        wanted.forEach((name, ip) -> {
            ObjectNode address = Tree.object().put("name", name);
            Tree.properties(address).put("ipAddress", ip);
            kept.add(address);
        });
        if (kept.isEmpty() && Tree.list(pool, "properties", "loadBalancerBackendAddresses").isEmpty())
            return pool;
        ObjectNode next = pool.deepCopy();
        ObjectNode properties = Tree.properties(next);
        properties.set("loadBalancerBackendAddresses", Tree.array(kept));
        if (Tree.text(properties, "virtualNetwork", "id").isEmpty()) {
            properties.set("virtualNetwork", Tree.reference(settings.virtualNetwork().toString()));
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
