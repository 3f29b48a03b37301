package io.azureccm.service.plan.context;

import io.azureccm.service.model.LoadBalancer;

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

    /** The limits of a load balancer of each SKU: load-balancing and inbound NAT rules, which Azure counts together; members are per pool. */
    public record OfLoadBalancer(int rules, int frontends, int members) {
        public static final OfLoadBalancer BASIC = new OfLoadBalancer(250, 200, 300);
        public static final OfLoadBalancer STANDARD = new OfLoadBalancer(1_500, 600, 5_000);

        public static OfLoadBalancer of(LoadBalancer balancer) {
            return balancer.isBasic() ? BASIC : STANDARD;
        }
    }
}
