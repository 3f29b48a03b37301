package io.azureccm.common.config.parse.key;

import static io.azureccm.common.config.parse.key.KeyGroup.ENDPOINT;
import static io.azureccm.common.config.parse.key.KeyGroup.LOADING;
import static io.azureccm.common.config.parse.type.ScalarTypes.BOOL;
import static io.azureccm.common.config.parse.type.ScalarTypes.TEXT;

import io.azureccm.common.config.CloudConfigType;
import io.azureccm.common.config.parse.type.EnumType;
import io.azureccm.common.config.parse.type.ScalarTypes;
import java.util.List;

/** Keys that say which cloud to talk to and where the config comes from. */
public final class EndpointKeys {

    public static final ConfigKey<String> CLOUD = new ConfigKey<>("cloud", ENDPOINT, TEXT, "",
            "AzurePublicCloud (or empty), AzureChinaCloud, AzureUSGovernmentCloud, AzureStackCloud, or a name that the "
                    + "metadata of resourceManagerEndpoint knows",
            c -> c.arm().endpoint().cloud());

    public static final ConfigKey<String> RESOURCE_MANAGER_ENDPOINT = new ConfigKey<>("resourceManagerEndpoint",
            ENDPOINT,
            ScalarTypes.URL, "", "ARM base URL; its metadata tells the other endpoints of the cloud",
            c -> c.arm().endpoint().resourceManagerEndpoint());

    public static final ConfigKey<Boolean> DISABLE_AZURE_STACK = new ConfigKey<>("disableAzureStackCloud", ENDPOINT,
            BOOL,
            false, "Keeps the endpoints of AzureStackCloud but not its older api-versions and missing zones",
            c -> c.arm().endpoint().azureStackDisabled());

    public static final ConfigKey<String> USER_AGENT = new ConfigKey<>("userAgent", ENDPOINT, TEXT, "",
            "Replaces the user agent sent to Azure", c -> c.arm().endpoint().userAgent());

    public static final ConfigKey<Boolean> MINIMUM_RETRY_AFTER = new ConfigKey<>("enableMinimumRetryAfter", ENDPOINT,
            BOOL,
            false, "Ignores a Retry-After shorter than the retry delay while waiting for a long-running operation",
            c -> c.arm().endpoint().minimumRetryAfterEnabled());

    public static final ConfigKey<CloudConfigType> CLOUD_CONFIG_TYPE = new ConfigKey<>("cloudConfigType", LOADING,
            EnumType.of(CloudConfigType.class, CloudConfigType.MERGE), CloudConfigType.MERGE,
            "Which sources count: the file, the secret, or the file with the secret laid over it",
            c -> c.loading().type());

    public static final ConfigKey<Boolean> DISABLE_CLOUD_PROVIDER = new ConfigKey<>("disableCloudProvider", LOADING,
            BOOL,
            false, "Stops all controllers until the config is changed again", c -> c.loading().cloudProviderDisabled());

    private EndpointKeys() {}

    static List<ConfigKey<?>> all() {
        return List.of(CLOUD, RESOURCE_MANAGER_ENDPOINT, DISABLE_AZURE_STACK, USER_AGENT, MINIMUM_RETRY_AFTER,
                CLOUD_CONFIG_TYPE, DISABLE_CLOUD_PROVIDER);
    }
}
