package io.azureccm.common.boot.doctor;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.NetworkConfig;
import io.azureccm.common.config.loadbalancer.BackendPoolType;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.ArmId;
import java.util.ArrayList;
import java.util.List;

/**
 * The actions that an app needs at a scope: those it cannot work without, and those that only some features need. All of them
 * together form the role definition of the app.
 */
public record RequiredPermissions(String scopeName, ArmId scope, List<String> needed, List<String> optional) {
    private static final String COMPUTE = "Microsoft.Compute/";
    private static final String NETWORK = "Microsoft.Network/";
    private static final String GROUPS = "Microsoft.Resources/subscriptions/resourceGroups/read";
    private static final List<String> MACHINES = List.of(COMPUTE + "virtualMachineScaleSets/read",
            COMPUTE + "virtualMachineScaleSets/virtualMachines/read",
            COMPUTE + "virtualMachineScaleSets/virtualMachines/instanceView/read", COMPUTE + "virtualMachines/read",
            NETWORK + "networkInterfaces/read", GROUPS);

    public RequiredPermissions {
        needed = List.copyOf(needed);
        optional = List.copyOf(optional);
    }

    public static List<RequiredPermissions> of(App app, CloudConfig config) {
        return switch (app) {
            case NODE -> List.of(group(config.subscriptionId(), config.resourceGroup(), with(MACHINES,
                    COMPUTE + "virtualMachineScaleSets/networkInterfaces/read",
                    COMPUTE + "virtualMachines/instanceView/read", NETWORK + "publicIPAddresses/read"),
                    List.of(COMPUTE + "availabilitySets/read",
                            COMPUTE + "virtualMachineScaleSets/publicIPAddresses/read")));
            case ROUTE -> List.of(
                    group(config.subscriptionId(), config.resourceGroup(),
                            List.of(COMPUTE + "virtualMachineScaleSets/virtualMachines/read",
                                    COMPUTE + "virtualMachines/read", NETWORK + "networkInterfaces/read", GROUPS),
                            List.of(COMPUTE + "virtualMachineScaleSets/networkInterfaces/read",
                                    COMPUTE + "virtualMachineScaleSets/virtualMachines/instanceView/read")),
                    at(config.networkSubscriptionId(), config.routeTableResourceGroup(), "routeTables",
                            config.placement().network().routeTableName(),
                            List.of(NETWORK + "routeTables/read", NETWORK + "routeTables/write"), List.of()),
                    at(config.networkSubscriptionId(), config.vnetResourceGroup(), "virtualNetworks",
                            config.placement().network().vnetName(), List.of(),
                            List.of(NETWORK + "virtualNetworks/read")));
            case SERVICE -> service(config);
        };
    }

    private static List<RequiredPermissions> service(CloudConfig config) {
        boolean addresses = config.loadBalancer().pool().type() == BackendPoolType.NODE_IP;
        NetworkConfig network = config.placement().network();
        List<String> machineWrites = List.of(COMPUTE + "virtualMachineScaleSets/write",
                COMPUTE + "virtualMachineScaleSets/virtualMachines/write", NETWORK + "networkInterfaces/write");
        List<String> interfaces = List.of(NETWORK + "loadBalancers/backendAddressPools/join/action");
        List<String> byAddress = List.of(NETWORK + "loadBalancers/backendAddressPools/write");
        return List.of(quotas(config.networkSubscriptionId()),
                group(config.subscriptionId(), config.resourceGroup(),
                        addresses ? MACHINES : all(MACHINES, machineWrites),
                        with(addresses ? machineWrites : List.of(),
                                "Microsoft.Resources/subscriptions/providers/read")),
                group(config.networkSubscriptionId(), config.loadBalancerResourceGroup(),
                        all(balancers(), addresses ? byAddress : interfaces),
                        with(addresses ? interfaces : byAddress, NETWORK + "loadBalancers/migrateToIpBased/action",
                                NETWORK + "loadBalancers/loadBalancingRules/health/action",
                                NETWORK + "loadBalancers/frontendIPConfigurations/join/action",
                                NETWORK + "publicIPPrefixes/join/action")),
                group(config.subscriptionId(), config.privateLinkServiceResourceGroup(), List.of(),
                        List.of(NETWORK + "privateLinkServices/read", NETWORK + "privateLinkServices/write",
                                NETWORK + "privateLinkServices/delete",
                                NETWORK + "privateLinkServices/privateEndpointConnections/delete")),
                at(config.networkSubscriptionId(), config.vnetResourceGroup(), "virtualNetworks", network.vnetName(),
                        with(addresses ? List.of(NETWORK + "virtualNetworks/joinLoadBalancer/action") : List.of(),
                                NETWORK + "virtualNetworks/subnets/read",
                                NETWORK + "virtualNetworks/subnets/join/action"),
                        with(addresses ? List.of() : List.of(NETWORK + "virtualNetworks/joinLoadBalancer/action"),
                                NETWORK + "virtualNetworks/subnets/write")),
                at(config.networkSubscriptionId(), config.securityGroupResourceGroup(), "networkSecurityGroups",
                        network.securityGroupName(),
                        List.of(NETWORK + "networkSecurityGroups/read", NETWORK + "networkSecurityGroups/write"),
                        List.of(NETWORK + "networkSecurityGroups/join/action")));
    }

    private static RequiredPermissions quotas(String subscription) {
        return new RequiredPermissions("subscription " + subscription, ArmId.parse("/subscriptions/" + subscription),
                List.of(),
                List.of(NETWORK + "locations/usages/read"));
    }

    private static List<String> balancers() {
        return List.of(NETWORK + "loadBalancers/read", NETWORK + "loadBalancers/write",
                NETWORK + "loadBalancers/delete", NETWORK + "publicIPAddresses/read",
                NETWORK + "publicIPAddresses/write", NETWORK + "publicIPAddresses/delete",
                NETWORK + "publicIPAddresses/join/action");
    }

    private static RequiredPermissions group(String subscription, String group, List<String> needed,
            List<String> optional) {
        return new RequiredPermissions("resource group " + group,
                ArmId.group(subscription, group), needed, optional);
    }

    /** A resource, or its resource group if the config does not name the resource. */
    private static RequiredPermissions at(String subscription, String group, String type, String name,
            List<String> needed,
            List<String> optional) {
        if (name.isEmpty())
            return group(subscription, group, needed, optional);
        return new RequiredPermissions(type + "/" + name, ArmId.of(subscription, group, NETWORK + type, name), needed,
                optional);
    }

    private static List<String> with(List<String> some, String... more) {
        return all(some, List.of(more));
    }

    private static List<String> all(List<String> some, List<String> more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }
}
