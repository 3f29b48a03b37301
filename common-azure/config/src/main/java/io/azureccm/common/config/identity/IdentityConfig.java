package io.azureccm.common.config.identity;

import java.util.Objects;

/**
 * Tenants, subscriptions and credentials. Strings are empty if not set.
 *
 * @param networkTenantId       tenant of the network subscription, if it differs
 * @param networkSubscriptionId subscription of load balancers, public IPs, security group and route table
 */
public record IdentityConfig(String tenantId, String subscriptionId, String networkTenantId,
        String networkSubscriptionId, CredentialConfig credentials) {

    public IdentityConfig {
        Objects.requireNonNull(credentials);
    }

    /** Whether network resources are in another tenant than the machines. */
    public boolean multiTenant() {
        return !networkTenantId.isEmpty() && !networkTenantId.equalsIgnoreCase(tenantId);
    }
}
