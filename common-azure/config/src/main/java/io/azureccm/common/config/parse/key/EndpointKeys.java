package io.azureccm.common.config.parse.key;

import static io.azureccm.common.config.parse.type.ScalarTypes.BOOL;
import static io.azureccm.common.config.parse.type.ScalarTypes.TEXT;

import io.azureccm.common.config.CloudConfigType;
import io.azureccm.common.config.parse.type.EnumType;
import io.azureccm.common.config.parse.type.ScalarTypes;

/** Keys that select the cloud and the source of the config. */
public final class EndpointKeys {
    static final DeclaredKeys KEYS = new DeclaredKeys(KeyGroup.ENDPOINT);
    private static final DeclaredKeys LOADING = KEYS.in(KeyGroup.LOADING);

    public static final ConfigKey<String> CLOUD = KEYS.key("cloud", TEXT, "",
            "AzurePublicCloud (or empty), AzureChinaCloud, AzureUSGovernmentCloud, AzureStackCloud, or a name"
                    + " from the metadata of resourceManagerEndpoint",
            c -> c.arm().endpoint().cloud());

    public static final ConfigKey<String> RESOURCE_MANAGER_ENDPOINT = KEYS.key("resourceManagerEndpoint",
            ScalarTypes.URL, "", "ARM base URL; its metadata provides the other endpoints of the cloud",
            c -> c.arm().endpoint().resourceManagerEndpoint());

    public static final ConfigKey<Boolean> DISABLE_AZURE_STACK = KEYS.key("disableAzureStackCloud", BOOL,
            false, "Keeps the endpoints of AzureStackCloud but not its older api-versions and missing zones",
            c -> c.arm().endpoint().azureStackDisabled());

    public static final ConfigKey<String> USER_AGENT = KEYS.key("userAgent", TEXT, "",
            "Replaces the user agent sent to Azure", c -> c.arm().endpoint().userAgent());

    public static final ConfigKey<Boolean> MINIMUM_RETRY_AFTER = KEYS.key("enableMinimumRetryAfter", BOOL,
            false, "Ignores a Retry-After shorter than the retry delay while polling a long-running operation",
            c -> c.arm().endpoint().minimumRetryAfterEnabled());

    public static final ConfigKey<CloudConfigType> CLOUD_CONFIG_TYPE = LOADING.key("cloudConfigType",
            EnumType.of(CloudConfigType.class, CloudConfigType.MERGE), CloudConfigType.MERGE,
            "Which sources are used: the file, the secret, or the file with the secret merged over it",
            c -> c.loading().type());

    public static final ConfigKey<Boolean> DISABLE_CLOUD_PROVIDER = LOADING.key("disableCloudProvider", BOOL,
            false, "Stops all controllers until the config changes again", c -> c.loading().cloudProviderDisabled());

    private EndpointKeys() {}
}
