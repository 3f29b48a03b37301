package io.azureccm.e2e.azure.arm;

import io.azureccm.e2e.azure.types.ResourceTypes;
import io.azureccm.e2e.azure.types.compute.AvailabilitySets;
import io.azureccm.e2e.azure.types.compute.ScaleSetInstances;
import io.azureccm.e2e.azure.types.compute.ScaleSets;
import io.azureccm.e2e.azure.types.compute.VirtualMachines;
import io.azureccm.e2e.azure.types.network.LoadBalancers;
import io.azureccm.e2e.azure.types.network.NatGateways;
import io.azureccm.e2e.azure.types.network.NetworkInterfaces;
import io.azureccm.e2e.azure.types.network.NetworkSecurityGroups;
import io.azureccm.e2e.azure.types.network.PrivateEndpoints;
import io.azureccm.e2e.azure.types.network.PrivateLinkServices;
import io.azureccm.e2e.azure.types.network.PublicIpAddresses;
import io.azureccm.e2e.azure.types.network.PublicIpPrefixes;
import io.azureccm.e2e.azure.types.network.RouteTables;
import io.azureccm.e2e.azure.types.network.VirtualNetworks;
import java.util.List;

/** The table of all supported resource types. */
public final class KnownTypes {
    private KnownTypes() {}

    public static ResourceTypes all() {
        return new ResourceTypes(List.of(new VirtualNetworks(), new NetworkSecurityGroups(),
                new RouteTables(), new PublicIpAddresses(), new PublicIpPrefixes(), new LoadBalancers(),
                new NetworkInterfaces(), new NatGateways(), new PrivateLinkServices(), new PrivateEndpoints(),
                new AvailabilitySets(), new VirtualMachines(), new ScaleSets(), new ScaleSetInstances()));
    }
}
