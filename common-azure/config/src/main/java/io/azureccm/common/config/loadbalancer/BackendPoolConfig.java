package io.azureccm.common.config.loadbalancer;

import java.time.Duration;
import java.util.Objects;

/**
 * How backend pools are managed.
 *
 * @param migrateWithApi uses ARM's migration call when pools switch to node addresses
 * @param updateInterval how long membership changes of local Services are collected
 */
public record BackendPoolConfig(BackendPoolType type, PreConfiguredPools preConfigured, boolean migrateWithApi,
        boolean excludeControlPlane, Duration updateInterval) {

    public BackendPoolConfig {
        Objects.requireNonNull(type);
        Objects.requireNonNull(preConfigured);
        Objects.requireNonNull(updateInterval);
    }
}
