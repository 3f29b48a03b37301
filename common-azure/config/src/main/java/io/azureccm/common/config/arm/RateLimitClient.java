package io.azureccm.common.config.arm;

import io.azureccm.common.config.key.KeyedEnum;
import io.azureccm.common.core.ArmTypes;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The ARM clients that can have their own rate limits; backend pools belong to load balancers. */
public enum RateLimitClient implements KeyedEnum {

    STORAGE_ACCOUNT("storageAccount", "Microsoft.Storage/storageAccounts"),

    AVAILABILITY_SET("availabilitySet", "Microsoft.Compute/availabilitySets"),

    LOAD_BALANCER("loadBalancer", "Microsoft.Network/loadBalancers"),

    DEPLOYMENT("deployment", "Microsoft.Resources/deployments"),

    DISK("disk", "Microsoft.Compute/disks"),

    INTERFACE("interface", "Microsoft.Network/networkInterfaces"),

    IP_GROUP("ipGroup", "Microsoft.Network/ipGroups"),

    CONTAINER_SERVICE("containerService", "Microsoft.ContainerService/managedClusters"),

    NAT_GATEWAY("natGateway", "Microsoft.Network/natGateways"),

    PRIVATE_ENDPOINT("privateEndpoint", "Microsoft.Network/privateEndpoints"),

    PRIVATE_LINK_SERVICE("privateLinkService", "Microsoft.Network/privateLinkServices"),

    PRIVATE_DNS("privateDNS", "Microsoft.Network/privateDnsZones"),

    PUBLIC_IP_ADDRESS("publicIPAddress", "Microsoft.Network/publicIPAddresses"),

    ROUTE_TABLE("routeTable", "Microsoft.Network/routeTables"),

    SECURITY_GROUP("securityGroup", "Microsoft.Network/networkSecurityGroups"),

    SERVICE_GATEWAY("serviceGateway", "Microsoft.Network/serviceGateways"),

    SNAPSHOT("snapshot", "Microsoft.Compute/snapshots"),

    SUBNETS("subnets", "Microsoft.Network/virtualNetworks/subnets"),

    VIRTUAL_MACHINE("virtualMachine", "Microsoft.Compute/virtualMachines"),

    VIRTUAL_MACHINE_SCALE_SET("virtualMachineScaleSet", "Microsoft.Compute/virtualMachineScaleSets"),

    VIRTUAL_NETWORK("virtualNetwork", "Microsoft.Network/virtualNetworks");

    private final String key;

    private final String resourceType;

    RateLimitClient(String client, String resourceType) {
        this.key = client + "RateLimit";
        this.resourceType = resourceType;
    }

    /** Key in {@code azure.json}, for example {@code loadBalancerRateLimit}. */
    @Override
    public String key() {
        return key;
    }

    @Override
    public String effect() {
        return makesCalls()
                ? "Limits of calls about " + resourceType + "; missing values are inherited from above"
                : "Has no effect: no call about " + resourceType + " is made";
    }

    /** Whether there are calls that these limits could apply to. */
    public boolean makesCalls() {
        return ArmTypes.ALL.contains(resourceType);
    }

    /** ARM type the client writes, for example {@code Microsoft.Network/loadBalancers}. */
    public String resourceType() {
        return resourceType;
    }

    /** The client whose limits apply to an ARM type: an exact match first, then the nearest parent type. */
    public static Optional<RateLimitClient> ofResourceType(String type) {
        String wanted = type.toLowerCase(Locale.ROOT) + "/";
        return Arrays.stream(values())
                .filter(c -> wanted.startsWith(c.resourceType.toLowerCase(Locale.ROOT) + "/"))
                .max(Comparator.comparingInt(c -> c.resourceType.length()));
    }
}
