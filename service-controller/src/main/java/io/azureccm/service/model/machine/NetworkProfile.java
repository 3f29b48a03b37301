package io.azureccm.service.model.machine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.spec.IpFamily;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The network interfaces of a {@link PoolMember}. One IP configuration of each family joins pools, all on the primary interface: the
 * primary one for IPv4, the first one for IPv6.
 */
public final class NetworkProfile {
    private static final String POOLS = "loadBalancerBackendAddressPools";

    private final List<ObjectNode> interfaces;

    NetworkProfile(List<ObjectNode> interfaces) {
        this.interfaces = interfaces;
    }

    /** All pools that any IP configuration refers to. */
    public Set<ArmId> pools() {
        Set<ArmId> pools = new TreeSet<>();
        interfaces.forEach(nic -> ipConfigurations(nic).forEach(config -> pools.addAll(pools(config))));
        return pools;
    }

    /** The pools that the interface refers to whose configurations join pools. */
    public Set<ArmId> poolsOfPrimaryInterface() {
        Set<ArmId> pools = new TreeSet<>();
        primary(interfaces).ifPresent(nic -> ipConfigurations(nic).forEach(config -> pools.addAll(pools(config))));
        return pools;
    }

    public boolean hasPrimaryInterface() {
        return primary(interfaces).isPresent();
    }

    /** The wanted pools that no configuration of each existing family is in yet: it does not matter which one is. */
    public Map<IpFamily, Set<ArmId>> missing(Map<IpFamily, Set<ArmId>> wanted) {
        Map<IpFamily, Set<ArmId>> missing = new LinkedHashMap<>();
        wanted.forEach((family, pools) -> {
            List<ObjectNode> configurations = configurations(family);
            Set<ArmId> open = new TreeSet<>(pools);
            configurations.forEach(config -> open.removeAll(pools(config)));
            if (!open.isEmpty() && !configurations.isEmpty())
                missing.put(family, open);
        });
        return missing;
    }

    /** Modifies the JSON in place; it must be a copy that is going to be sent. */
    void edit(Map<IpFamily, Set<ArmId>> join, Set<ArmId> leave) {
        interfaces.forEach(nic -> ipConfigurations(nic).forEach(config -> remove(leave, config)));
        join.forEach((family, pools) -> configuration(family).ifPresent(config -> pools.forEach(
                pool -> ArmJson.properties(config).withArray("/" + POOLS).add(ArmJson.reference(pool.toString())))));
    }

    private static void remove(Set<ArmId> leave, ObjectNode config) {
        List<ObjectNode> kept = ArmJson.list(config, "properties", POOLS);
        if (kept.removeIf(pool -> ArmId.tryParse(ArmJson.text(pool, "id")).filter(leave::contains).isPresent()))
            ArmJson.properties(config).set(POOLS, ArmJson.array(kept));
    }

    private List<ObjectNode> configurations(IpFamily family) {
        return primary(interfaces).map(NetworkProfile::ipConfigurations)
                .orElse(List.of())
                .stream()
                .filter(config -> ArmJson.family(config, "privateIPAddressVersion") == family)
                .toList();
    }

    private Optional<ObjectNode> configuration(IpFamily family) {
        List<ObjectNode> ofFamily = configurations(family);
        return ofFamily.stream()
                .filter(config -> family == IpFamily.IPV4 && isPrimary(config))
                .findFirst()
                .or(() -> ofFamily.stream().findFirst());
    }

    /** The interface that is marked as primary, or the only one. */
    static Optional<ObjectNode> primary(List<ObjectNode> interfaces) {
        return interfaces.stream().filter(nic -> interfaces.size() == 1 || isPrimary(nic)).findFirst();
    }

    private static boolean isPrimary(ObjectNode element) {
        return element.path("properties").path("primary").asBoolean();
    }

    private static List<ObjectNode> ipConfigurations(ObjectNode nic) {
        return ArmJson.list(nic, "properties", "ipConfigurations");
    }

    private static List<ArmId> pools(ObjectNode config) {
        return ArmJson.ids(config, "properties", POOLS);
    }
}
