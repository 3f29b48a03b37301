package io.azureccm.common.boot.azure;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.arm.ArmConfig;
import io.azureccm.common.config.arm.EndpointConfig;
import io.azureccm.common.config.cloud.CloudNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cloud for a cloud config that names none.
 *
 * @param name "" leaves every config unchanged
 */
public record CloudDefault(String name) {
    static final CloudDefault NONE = new CloudDefault("");
    private static final Logger log = LoggerFactory.getLogger(CloudDefault.class);

    /** A cloud named in the config takes precedence; a difference is logged. */
    CloudConfig in(CloudConfig config, String source) {
        EndpointConfig endpoint = config.arm().endpoint();
        if (name.isEmpty())
            return config;
        if (!endpoint.cloud().isBlank()) {
            if (!isSame(endpoint.cloud()))
                log.warn("{}: cloud is \"{}\", which takes precedence over azureccm.cloud.name: \"{}\" of the settings",
                        source,
                        endpoint.cloud(), name);
            return config;
        }
        ArmConfig arm = config.arm();
        EndpointConfig named = new EndpointConfig(name, endpoint.resourceManagerEndpoint(),
                endpoint.azureStackDisabled(), endpoint.userAgent(), endpoint.minimumRetryAfterEnabled());
        return new CloudConfig(config.loading(), new ArmConfig(named, arm.backoff(), arm.rateLimits(), arm.caches()),
                config.identity(), config.placement(), config.machines(), config.loadBalancer(), config.routes());
    }

    private boolean isSame(String cloud) {
        return cloud.strip().equalsIgnoreCase(name)
                || CloudNames.find(cloud).isPresent() && CloudNames.find(cloud).equals(CloudNames.find(name));
    }
}
