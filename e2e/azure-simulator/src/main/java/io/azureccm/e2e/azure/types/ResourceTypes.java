package io.azureccm.e2e.azure.types;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The one table of everything the simulator knows. */
public final class ResourceTypes {
    private static final List<ResourceType> ALL = List.of(new VirtualNetworks(), new NetworkSecurityGroups(),
            new RouteTables(), new PublicIpAddresses(), new PublicIpPrefixes(), new LoadBalancers(),
            new NetworkInterfaces(), new NatGateways(), new PrivateLinkServices(), new PrivateEndpoints(),
            new AvailabilitySets(), new VirtualMachines(), new ScaleSets(), new ScaleSetInstances());

    private final Map<String, ResourceType> byName = new LinkedHashMap<>();

    public ResourceTypes() {
        ALL.forEach(type -> byName.put(type.name().toLowerCase(Locale.ROOT), type));
    }

    public Optional<ResourceType> find(String name) {
        return Optional.ofNullable(byName.get(name.toLowerCase(Locale.ROOT)));
    }

    public ResourceType require(String name) {
        return find(name).orElseThrow(() -> new IllegalStateException("unknown resource type " + name));
    }

    public List<ResourceType> all() {
        return ALL;
    }
}
