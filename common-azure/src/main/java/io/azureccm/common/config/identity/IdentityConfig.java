package io.azureccm.common.config.identity;

import java.util.Objects;

/**
 * Tenants, subscriptions and the material to authenticate with. Strings are empty when not set.
 *
 * @param networkTenantId       tenant of the network subscription when it is another one
 * @param networkSubscriptionId subscription of load balancers, public IPs, security group and route table
 */
public record IdentityConfig(String tenantId, String subscriptionId, String networkTenantId,
        String networkSubscriptionId, CredentialConfig credentials) {

    public IdentityConfig {
        Objects.requireNonNull(credentials);
    }

    /** Whether network resources live in another tenant than the machines. */
    public boolean multiTenant() {
        return !networkTenantId.isEmpty() && !networkTenantId.equalsIgnoreCase(tenantId);
    }
}
