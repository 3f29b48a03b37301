package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.intent.IpFamily;
import io.azureccm.service.intent.NodeFacts;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.model.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides the backend pools of a load balancer: all that are there stay, those that its frontends need are added. With node-IP
 * pools their addresses are a function of the nodes; a pool is never emptied, because that would cut off everything at once.
 */
final class PoolPlanner {
    private final PlannerSettings settings;
    private final List<NodeFacts> nodes;

    PoolPlanner(PlannerSettings settings, List<NodeFacts> nodes) {
        this.settings = settings;
        this.nodes = nodes;
    }

    List<ObjectNode> plan(ArmId balancer, ObjectNode observed, List<FrontendModel> frontends) {
        Map<String, ObjectNode> pools = new LinkedHashMap<>();
        Tree.list(observed, "properties", "backendAddressPools").forEach(pool -> pools.put(key(Tree.name(pool)), pool));
        Set<IpFamily> needed = new TreeSet<>();
        frontends.forEach(frontend -> needed.add(frontend.family()));
        for (IpFamily family : IpFamily.values()) {
            String name = ServiceNames.pool(settings.clusterName(), family);
            ObjectNode pool = pools.get(key(name));
            if (pool == null && !needed.contains(family))
                continue;
            if (pool == null) {
                pool = Tree.object().put("name", name);
                Tree.properties(pool);
            }
            pools.put(key(name), settings.nodeIpPools() ? filled(pool, family) : pool);
        }
        return List.copyOf(pools.values());
    }

    /** The addresses of a node-IP pool for one family: nodes that take traffic, by name. */
    Map<String, String> addresses(IpFamily family) {
        Map<String, String> addresses = new LinkedHashMap<>();
        nodes.stream()
                .filter(node -> !node.controlPlane() && !node.excluded() && !node.leaving())
                .forEach(node -> node.ip(family).ifPresent(ip -> addresses.put(node.name(), ip)));
        return addresses;
    }

    private ObjectNode filled(ObjectNode pool, IpFamily family) {
        Map<String, String> wanted = addresses(family);
        if (wanted.isEmpty())
            return pool;
        ObjectNode next = pool.deepCopy();
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
        ObjectNode properties = Tree.properties(next);
        properties.set("loadBalancerBackendAddresses", Tree.array(kept));
        if (Tree.text(properties, "virtualNetwork", "id").isEmpty()) {
            properties.set("virtualNetwork", Tree.reference(settings.virtualNetwork().toString()));
        }
        return next;
    }

    private static String key(String name) {
        return name.toLowerCase(java.util.Locale.ROOT);
    }
}
