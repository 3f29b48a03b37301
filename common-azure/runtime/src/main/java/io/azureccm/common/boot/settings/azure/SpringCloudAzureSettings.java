package io.azureccm.common.boot.settings.azure;

import io.azureccm.common.boot.settings.written.SettingProblem;
import io.azureccm.common.config.value.ConfigProblem;
import java.util.Optional;

/**
 * What {@code spring.cloud.azure.*} says. All of it applies only where {@code azure.json} says nothing; text is "" if not set.
 *
 * @param credential              the key that decides about the credential, such as {@code client-secret}; "" for none
 * @param tenantId                the tenant of that credential
 * @param cloud                   the cloud, as {@code azure.json} names it
 * @param resourceManagerEndpoint base URL of a Resource Manager whose metadata describes the cloud
 * @param authority               base URL of the token service
 */
public record SpringCloudAzureSettings(String credential, String tenantId, String cloud,
        String resourceManagerEndpoint, String authority) {
    static final String TENANT = SpringCloudAzureReader.PREFIX + ".profile.tenant-id";

    public boolean hasCredential() {
        return !credential.isEmpty();
    }

    /** A managed identity has its tenant; every other credential needs one, from here or from {@code azure.json}. */
    public Optional<ConfigProblem> missingTenant(String ofConfig) {
        return hasCredential() && !credential.equals(SpringCloudAzureReader.MANAGED_IDENTITY)
                && tenantId.isEmpty() && ofConfig.isEmpty()
                        ? Optional.of(SettingProblem.error(TENANT,
                                "is missing, " + credential + " requires it; expected a tenant, or tenantId in the"
                                        + " cloud config"))
                        : Optional.empty();
    }
}
