package io.azureccm.e2e.azure.types;

import java.util.List;

/** The one table of everything the simulator knows. */
public final class KnownTypes {
    private KnownTypes() {}

    public static ResourceTypes all() {
        return new ResourceTypes(List.of(new VirtualNetworks(), new NetworkSecurityGroups(),
            new RouteTables(), new PublicIpAddresses(), new PublicIpPrefixes(), new LoadBalancers(),
            new NetworkInterfaces(), new NatGateways(), new PrivateLinkServices(), new PrivateEndpoints(),
            new AvailabilitySets(), new VirtualMachines(), new ScaleSets(), new ScaleSetInstances()));
    }
}
