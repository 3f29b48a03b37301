package io.azureccm.common.config.loadbalancer;

import io.azureccm.common.config.key.Key;
import java.time.Duration;

/**
 * How backend pools are managed.
 *
 * @param migrateWithApi uses ARM's migration call when pools switch to node addresses
 * @param updateInterval how long membership changes of local Services are collected
 */
public record BackendPoolConfig(
        @Key(value = "loadBalancerBackendPoolConfigurationType", fallback = "nodeIPConfiguration", unsupported = "podip", reason = LoadBalancerSku.NO_SERVICE_GATEWAY, effect = "How nodes join a"
                + " backend pool: through their network interfaces, or by address") BackendPoolType type,
        @Key(value = "preConfiguredBackendPoolLoadBalancerTypes", effect = "Load balancers whose existing backend"
                + " pools are managed outside the controller") PreConfiguredPools preConfigured,
        @Key(value = "enableMigrateToIPBasedBackendPoolAPI", effect = "Uses ARM's migration call when backend pools"
                + " switch from interfaces to addresses") boolean migrateWithApi,
        @Key(value = "excludeMasterFromStandardLB", fallback = "true", effect = "Keeps control-plane nodes out of the"
                + " backend pools of standard load balancers") boolean excludeControlPlane,
        @Key(value = "loadBalancerBackendPoolUpdateIntervalInSeconds", fallback = "30", effect = "How long endpoint"
                + " changes of Services with traffic policy Local may be collected at most; they are written within"
                + " seconds; 0 means the default") Duration updateInterval) {}
