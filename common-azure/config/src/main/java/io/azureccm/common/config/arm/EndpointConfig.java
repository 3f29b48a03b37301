package io.azureccm.common.config.arm;

import java.util.Locale;

/**
 * Which cloud to use. Strings are empty if not set.
 *
 * @param cloud                    name as written in the config, for example {@code AzurePublicCloud}
 * @param resourceManagerEndpoint  base URL of a Resource Manager whose metadata describes the cloud
 * @param azureStackDisabled       keeps the endpoint override of {@code AzureStackCloud} but not its other behaviour
 * @param userAgent                replaces the default user agent
 * @param minimumRetryAfterEnabled ignores a Retry-After below the retry delay while polling long-running operations
 */
public record EndpointConfig(String cloud, String resourceManagerEndpoint, boolean azureStackDisabled, String userAgent,
        boolean minimumRetryAfterEnabled) {

    /** The cloud name that requires an environment file. */
    public static final String AZURE_STACK_CLOUD = "AZURESTACKCLOUD";

    public boolean namesAzureStack() {
        return cloud.strip().toUpperCase(Locale.ROOT).equals(AZURE_STACK_CLOUD);
    }

    /** Whether Azure Stack's restrictions apply: older api-versions, no zones. */
    public boolean azureStackBehaviour() {
        return namesAzureStack() && !azureStackDisabled;
    }
}
