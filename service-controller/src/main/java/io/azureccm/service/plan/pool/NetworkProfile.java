package io.azureccm.service.plan.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.spec.IpFamily;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The network interface configurations of a scale set model or of one instance, or a single network interface: finds the IP
 * configuration that joins pools (the primary one for IPv4, the first IPv6 one for IPv6) and edits its pool references in place.
 */
public final class NetworkProfile {
    private final List<ObjectNode> interfaces;

    private NetworkProfile(List<ObjectNode> interfaces) {
        this.interfaces = interfaces;
    }

    public static NetworkProfile ofModel(ObjectNode scaleSet) {
        return new NetworkProfile(ArmJson.list(scaleSet, "properties", "virtualMachineProfile", "networkProfile",
                "networkInterfaceConfigurations"));
    }

    public static NetworkProfile ofInstance(ObjectNode instance) {
        return new NetworkProfile(
                ArmJson.list(instance, "properties", "networkProfileConfiguration", "networkInterfaceConfigurations"));
    }

    public static NetworkProfile ofInterface(ObjectNode networkInterface) {
        return new NetworkProfile(List.of(networkInterface));
    }

    /** All pools that any IP configuration refers to. */
    public Set<ArmId> pools() {
        Set<ArmId> pools = new TreeSet<>();
        interfaces.forEach(nic -> ipConfigurations(nic).forEach(config -> pools.addAll(pools(config))));
        return pools;
    }

    boolean isEmpty() {
        return primaryInterface().isEmpty();
    }

    /** Pools to add to the configuration of each family that has one, without those it is in already. */
    Map<IpFamily, Set<ArmId>> missing(Map<IpFamily, Set<ArmId>> wanted) {
        Map<IpFamily, Set<ArmId>> missing = new LinkedHashMap<>();
        wanted.forEach((family, pools) -> configuration(family).ifPresent(config -> {
            Set<ArmId> open = new TreeSet<>(pools);
            open.removeAll(pools(config));
            if (!open.isEmpty())
                missing.put(family, open);
        }));
        return missing;
    }

    void add(IpFamily family, Set<ArmId> pools) {
        configuration(family).ifPresent(config -> pools.forEach(
                pool -> ArmJson.properties(config)
                        .withArray("/loadBalancerBackendAddressPools")
                        .add(ArmJson.reference(pool.toString()))));
    }

    void remove(Set<ArmId> pools) {
        for (ObjectNode nic : interfaces) {
            for (ObjectNode config : ipConfigurations(nic)) {
                List<ObjectNode> references = ArmJson.list(config, "properties", "loadBalancerBackendAddressPools");
                List<ObjectNode> kept = references.stream()
                        .filter(reference -> ArmId.tryParse(ArmJson.text(reference, "id"))
                                .filter(pools::contains)
                                .isEmpty())
                        .toList();
                if (kept.size() < references.size()) {
                    ArmJson.properties(config).set("loadBalancerBackendAddressPools", ArmJson.array(kept));
                }
            }
        }
    }

    private Optional<ObjectNode> configuration(IpFamily family) {
        List<ObjectNode> ofFamily = new ArrayList<>();
        primaryInterface().ifPresent(nic -> ipConfigurations(nic).stream()
                .filter(config -> family(config) == family)
                .forEach(ofFamily::add));
        return ofFamily.stream()
                .filter(config -> family == IpFamily.IPV4 && config.path("properties").path("primary").asBoolean())
                .findFirst()
                .or(() -> ofFamily.stream().findFirst());
    }

    private Optional<ObjectNode> primaryInterface() {
        return interfaces.stream()
                .filter(nic -> nic.path("properties").path("primary").asBoolean())
                .findFirst()
                .or(() -> interfaces.size() == 1 ? Optional.of(interfaces.getFirst()) : Optional.empty());
    }

    private static IpFamily family(ObjectNode config) {
        return ArmJson.text(config, "properties", "privateIPAddressVersion").equalsIgnoreCase("IPv6")
                ? IpFamily.IPV6
                : IpFamily.IPV4;
    }

    private static List<ObjectNode> ipConfigurations(ObjectNode nic) {
        return ArmJson.list(nic, "properties", "ipConfigurations");
    }

    private static Set<ArmId> pools(ObjectNode config) {
        Set<ArmId> pools = new TreeSet<>();
        ArmJson.list(config, "properties", "loadBalancerBackendAddressPools")
                .forEach(reference -> ArmId.tryParse(ArmJson.text(reference, "id")).ifPresent(pools::add));
        return pools;
    }
}
