package io.azureccm.service.plan.context;

/**
 * Azure's documented limits of network resources, which are not adjustable:
 * https://learn.microsoft.com/azure/azure-resource-manager/management/azure-subscription-service-limits#networking-limits. Those of load
 * balancers depend on the SKU.
 */
public final class AzureLimits {
    /** Load-balancing rules across all load balancers and all addresses of a network interface. */
    public static final int RULES_PER_INTERFACE = 300;
    public static final int SECURITY_RULES = 1_000;
    /** Addresses and ranges of all rules of a security group, separately for sources and destinations. */
    public static final int SECURITY_PREFIXES = 4_000;
    /** Private link services of a load balancer, see https://cloud-provider-azure.sigs.k8s.io/topics/multislb. */
    public static final int PRIVATE_LINK_SERVICES = 8;

    private AzureLimits() {}

    /** Load-balancing and inbound NAT rules of a load balancer, which Azure counts together. */
    public static int rules(boolean basic) {
        return basic ? 250 : 1_500;
    }

    public static int frontends(boolean basic) {
        return basic ? 200 : 600;
    }

    /** Per pool. */
    public static int members(boolean basic) {
        return basic ? 300 : 5_000;
    }
}
