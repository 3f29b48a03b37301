package io.azureccm.common.boot.settings;

import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.tenant.TenantPolicy.AdditionalAddresses;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Tenants: what Services of the service-controller may do that concerns Services of other namespaces.
 *
 * @param additionalPublicIps Which addresses the annotation azure-additional-public-ips may name: any, checked for those that
 *                            are not known to belong to another Service, a node, a frontend or a reserved range, or none to
 *                            refuse the annotation.
 */
@ConfigurationProperties("azureccm.tenants")
public record TenantSettings(@DefaultValue("checked") AdditionalAddresses additionalPublicIps) {
    public TenantPolicy policy() {
        return new TenantPolicy(additionalPublicIps);
    }
}
