package io.azureccm.common.core;

import java.util.List;

/** The ARM resource types that this suite reads or writes, spelled as in ARM. */
public final class ArmTypes {
    /** The resource provider of networks. */
    public static final String NETWORK = "Microsoft.Network";
    public static final String LOAD_BALANCER = "Microsoft.Network/loadBalancers";
    public static final String PUBLIC_IP = "Microsoft.Network/publicIPAddresses";
    public static final String PUBLIC_IP_PREFIX = "Microsoft.Network/publicIPPrefixes";
    public static final String SECURITY_GROUP = "Microsoft.Network/networkSecurityGroups";
    public static final String ROUTE_TABLE = "Microsoft.Network/routeTables";
    public static final String VIRTUAL_NETWORK = "Microsoft.Network/virtualNetworks";
    public static final String SUBNET = "Microsoft.Network/virtualNetworks/subnets";
    public static final String NETWORK_INTERFACE = "Microsoft.Network/networkInterfaces";
    public static final String PRIVATE_LINK_SERVICE = "Microsoft.Network/privateLinkServices";
    public static final String VIRTUAL_MACHINE = "Microsoft.Compute/virtualMachines";
    public static final String AVAILABILITY_SET = "Microsoft.Compute/availabilitySets";
    public static final String SCALE_SET = "Microsoft.Compute/virtualMachineScaleSets";
    public static final String SCALE_SET_VM = "Microsoft.Compute/virtualMachineScaleSets/virtualMachines";

    /** All of these types. */
    public static final List<String> ALL = List.of(LOAD_BALANCER, PUBLIC_IP, PUBLIC_IP_PREFIX, SECURITY_GROUP,
            ROUTE_TABLE, VIRTUAL_NETWORK, SUBNET, NETWORK_INTERFACE, PRIVATE_LINK_SERVICE, VIRTUAL_MACHINE,
            AVAILABILITY_SET, SCALE_SET, SCALE_SET_VM);

    private ArmTypes() {}
}
