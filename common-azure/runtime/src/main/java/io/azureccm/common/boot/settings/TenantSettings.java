package io.azureccm.common.boot.settings;

import io.azureccm.common.boot.settings.azure.RefusedServicesSettings;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.tenant.TenantPolicy.AdditionalAddresses;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Tenants: what Services of the service-controller may do that concerns Services of other namespaces.
 *
 * @param additionalPublicIps Which addresses the annotation azure-additional-public-ips may name: any, checked for those that
 *                            are not known to belong to another Service, a node, a frontend or a reserved range, or none to
 *                            refuse the annotation, and azure-allowed-destination-ip-ranges.
 *
 * @param sharing             Which Services may share an address: anywhere, or only those of the same-namespace.
 * @param trustedNamespaces   Namespaces whose Services may share addresses with each other although sharing is
 *                            same-namespace.
 *
 * @param resourceGroups      Resource groups that annotations may name, for public IPs, their prefixes and private link
 *                            services. * allows any, an empty value none.
 */
@ConfigurationProperties("azureccm.tenants")
public record TenantSettings(@DefaultValue("checked") AdditionalAddresses additionalPublicIps,
        @DefaultValue("anywhere") Sharing sharing, @DefaultValue List<String> trustedNamespaces,
        @DefaultValue("*") List<String> resourceGroups) {
    private static final String ANY = "*";

    /** Where Services may be that share an address. */
    public enum Sharing {
        ANYWHERE, SAME_NAMESPACE
    }

    public TenantSettings {
        trustedNamespaces.forEach(name -> InvalidSetting.unless(name.matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?"),
                "trusted-namespaces", name, "names of namespaces, separated by commas"));
        InvalidSetting.unless(!resourceGroups.contains(ANY) || resourceGroups.size() == 1, "resource-groups",
                resourceGroups, "* for any, or names of resource groups, separated by commas");
    }

    /** With what refused Services get. */
    public TenantPolicy policy(RefusedServicesSettings refused) {
        return new TenantPolicy(additionalPublicIps,
                new TenantPolicy.Sharing(sharing == Sharing.ANYWHERE, Set.copyOf(trustedNamespaces)),
                resourceGroups.contains(ANY) ? Optional.empty() : Optional.of(Set.copyOf(resourceGroups)),
                refused.createsPublicIp());
    }
}
