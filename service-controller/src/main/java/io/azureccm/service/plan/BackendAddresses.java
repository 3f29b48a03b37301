package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.estate.Estate;
import io.azureccm.service.intent.IpFamily;
import io.azureccm.service.intent.NodeFacts;
import io.azureccm.service.model.Tree;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The addresses of the machines behind a pool, where packets arrive when floating IP is off. A node-IP pool holds them; in a
 * pool of network interfaces they are the addresses of the nodes in it, of those that are about to leave the cluster too.
 */
final class BackendAddresses {
    private final PlannerSettings settings;
    private final Estate estate;
    private final List<NodeFacts> nodes;
    private final BalancerStage.Result built;
    private final Map<ArmId, Set<String>> known = new HashMap<>();

    BackendAddresses(PlannerSettings settings, Estate estate, List<NodeFacts> nodes, BalancerStage.Result built) {
        this.settings = settings;
        this.estate = estate;
        this.nodes = nodes;
        this.built = built;
    }

    Set<String> of(ArmId pool, IpFamily family) {
        return known.computeIfAbsent(pool, id -> settings.nodeIpPools() ? planned(id) : ofMembers(id, family));
    }

    private Set<String> planned(ArmId id) {
        Set<String> addresses = new TreeSet<>();
        Optional.ofNullable(built.changing().get(id))
                .or(() -> pool(built.balancers().get(id.parent().orElseThrow()), id))
                .ifPresent(pool -> Tree.list(pool, "properties", "loadBalancerBackendAddresses")
                        .forEach(address -> addresses.add(Tree.text(address, "properties", "ipAddress"))));
        addresses.remove("");
        return addresses;
    }

    private Set<String> ofMembers(ArmId id, IpFamily family) {
        boolean withControlPlane = !settings.cloud().loadBalancer().controlPlaneExcluded();
        Set<String> addresses = addresses(family,
                node -> !node.excluded() && (withControlPlane || !node.controlPlane()));
        if (!addresses.isEmpty())
            return addresses;
        // A pool is never emptied, so those who are in it go on serving.
        Set<ArmId> machines = new TreeSet<>();
        pool(estate.loadBalancer(id.parent().orElseThrow()).orElse(null), id)
                .ifPresent(pool -> Tree.list(pool, "properties", "backendIPConfigurations")
                        .forEach(member -> machines.addAll(parents(Tree.text(member, "id")))));
        return addresses(family, node -> node.machine().filter(machines::contains).isPresent());
    }

    private Set<String> addresses(IpFamily family, Predicate<NodeFacts> serves) {
        Set<String> addresses = new TreeSet<>();
        nodes.stream()
                .filter(serves)
                .flatMap(node -> node.internalIps().stream())
                .filter(ip -> IpFamily.of(ip) == family)
                .forEach(addresses::add);
        return addresses;
    }

    private static Optional<ObjectNode> pool(ObjectNode balancer, ArmId id) {
        return Tree.list(balancer, "properties", "backendAddressPools")
                .stream()
                .filter(pool -> Tree.name(pool).equalsIgnoreCase(id.name()))
                .findFirst();
    }

    /** The resources that an IP configuration is part of, its machine among them. */
    private static Set<ArmId> parents(String ipConfiguration) {
        Set<ArmId> parents = new TreeSet<>();
        Optional<ArmId> at = ArmId.tryParse(ipConfiguration);
        while (at.isPresent()) {
            parents.add(at.get());
            at = at.get().parent();
        }
        return parents;
    }
}
