package io.azureccm.common.config.arm;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyGroup;
import io.azureccm.common.config.key.Keys;
import io.azureccm.common.config.key.TextForm;
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
@Keys(KeyGroup.ENDPOINT)
public record EndpointConfig(
        @Key(value = "cloud", effect = "AzurePublicCloud (or empty), AzureChinaCloud, AzureUSGovernmentCloud,"
                + " AzureStackCloud, or a name from the metadata of resourceManagerEndpoint") String cloud,
        @Key(value = "resourceManagerEndpoint", is = TextForm.URL, effect = "ARM base URL; its metadata provides the"
                + " other endpoints of the cloud") String resourceManagerEndpoint,
        @Key(value = "disableAzureStackCloud", effect = "Keeps the endpoints of AzureStackCloud but not its older"
                + " api-versions and missing zones") boolean azureStackDisabled,
        @Key(value = "userAgent", effect = "Replaces the user agent sent to Azure") String userAgent,
        @Key(value = "enableMinimumRetryAfter", effect = "Ignores a Retry-After shorter than the retry delay while"
                + " polling a long-running operation") boolean minimumRetryAfterEnabled) {

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
