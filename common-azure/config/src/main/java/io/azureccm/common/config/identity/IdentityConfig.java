package io.azureccm.common.config.identity;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyGroup;
import io.azureccm.common.config.key.Keys;
import io.azureccm.common.config.key.TextForm;

/**
 * Tenants, subscriptions and credentials. Strings are empty if not set.
 *
 * @param networkTenantId       tenant of the network subscription, if it differs
 * @param networkSubscriptionId subscription of load balancers, public IPs, security group and route table
 */
@Keys(KeyGroup.IDENTITY)
public record IdentityConfig(
        @Key(value = "tenantId", is = TextForm.ID, effect = "Tenant of the cluster's identity; the environment"
                + " variable AZURE_TENANT_ID takes precedence") String tenantId,
        @Key(value = "subscriptionId", is = TextForm.ID, effect = "Subscription of machines and private link services") String subscriptionId,
        @Key(value = "networkResourceTenantID", is = TextForm.ID, effect = "Tenant of the network resources if it is"
                + " not tenantId") String networkTenantId,
        @Key(value = "networkResourceSubscriptionID", is = TextForm.ID, effect = "Subscription of load balancers,"
                + " public IPs, security group, route table and subnets; subscriptionId if not set") String networkSubscriptionId,
        CredentialConfig credentials) {

    /** Whether network resources are in another tenant than the machines. */
    public boolean multiTenant() {
        return !networkTenantId.isEmpty() && !networkTenantId.equalsIgnoreCase(tenantId);
    }
}
