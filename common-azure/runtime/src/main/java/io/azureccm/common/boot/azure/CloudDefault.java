package io.azureccm.common.boot.azure;

import io.azureccm.common.boot.settings.AppSettings;
import io.azureccm.common.boot.settings.CloudSettings;
import io.azureccm.common.boot.settings.azure.SpringCloudAzureSettings;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.arm.ArmConfig;
import io.azureccm.common.config.arm.EndpointConfig;
import io.azureccm.common.config.cloud.CloudNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cloud for a cloud config that names none.
 *
 * @param name                    "" leaves the name of every config unchanged
 * @param setting                 the setting that names the cloud, for messages
 * @param resourceManagerEndpoint for a config that names neither a cloud nor an endpoint, "" for none
 */
public record CloudDefault(String name, String setting, String resourceManagerEndpoint) {
    private static final Logger log = LoggerFactory.getLogger(CloudDefault.class);

    /** {@code azureccm.cloud.name}, or else the profile of {@code spring.cloud.azure}. */
    public static CloudDefault of(AppSettings settings) {
        String own = settings.of(CloudSettings.class).name();
        SpringCloudAzureSettings spring = settings.of(SpringCloudAzureSettings.class);
        return own.isEmpty()
                ? new CloudDefault(spring.cloud(), "spring.cloud.azure.profile.cloud-type",
                        spring.resourceManagerEndpoint())
                : new CloudDefault(own, "azureccm.cloud.name", spring.resourceManagerEndpoint());
    }

    /** What the config names takes precedence; a difference is logged. */
    CloudConfig in(CloudConfig config, String source) {
        EndpointConfig endpoint = config.arm().endpoint();
        if (!endpoint.cloud().isBlank() && !name.isEmpty() && !isSame(endpoint.cloud()))
            log.warn("{}: cloud is \"{}\", which takes precedence over {}: \"{}\" of the settings", source,
                    endpoint.cloud(), setting, name);
        boolean addressed = !endpoint.cloud().isBlank() || !endpoint.resourceManagerEndpoint().isEmpty();
        if (addressed && !resourceManagerEndpoint.isEmpty()
                && !resourceManagerEndpoint.equals(endpoint.resourceManagerEndpoint()))
            log.warn("{}: its cloud or resourceManagerEndpoint takes precedence over"
                    + " spring.cloud.azure.profile.environment.resource-manager-endpoint: \"{}\" of the settings",
                    source,
                    resourceManagerEndpoint);
        String cloud = endpoint.cloud().isBlank() ? name : endpoint.cloud();
        String manager = addressed ? endpoint.resourceManagerEndpoint() : resourceManagerEndpoint;
        if (cloud.equals(endpoint.cloud()) && manager.equals(endpoint.resourceManagerEndpoint()))
            return config;
        ArmConfig arm = config.arm();
        EndpointConfig named = new EndpointConfig(cloud, manager, endpoint.azureStackDisabled(), endpoint.userAgent(),
                endpoint.minimumRetryAfterEnabled());
        return new CloudConfig(config.loading(), new ArmConfig(named, arm.backoff(), arm.rateLimits(), arm.caches()),
                config.identity(), config.placement(), config.machines(), config.loadBalancer(), config.routes());
    }

    private boolean isSame(String cloud) {
        return cloud.strip().equalsIgnoreCase(name)
                || CloudNames.find(cloud).isPresent() && CloudNames.find(cloud).equals(CloudNames.find(name));
    }
}
