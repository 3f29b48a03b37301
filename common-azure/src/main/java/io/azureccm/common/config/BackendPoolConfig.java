package io.azureccm.common.config;

import java.time.Duration;
import java.util.Objects;

/**
 * How backend pools are kept.
 *
 * @param migrateWithApi      uses the migration call of ARM when pools switch to node addresses
 * @param instanceConcurrency scale set machines of one scale set that are written at the same time
 * @param updateInterval      how long membership changes of local Services are collected
 */
public record BackendPoolConfig(BackendPoolType type, PreConfiguredPools preConfigured, boolean migrateWithApi,
        boolean excludeControlPlane, int instanceConcurrency, Duration updateInterval) {

    public BackendPoolConfig {
        Objects.requireNonNull(type);
        Objects.requireNonNull(preConfigured);
        Objects.requireNonNull(updateInterval);
    }
}
