package io.azureccm.common.boot.settings;

import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.draining.DrainReason;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Node draining by the admin state of their addresses in load balancer backend pools: a draining node gets no new
 * connections, and existing connections continue. Applies to IP-based pools (loadBalancerBackendPoolConfigurationType
 * nodeIP); off by default.
 *
 * @param outOfService      Whether a node with the taint node.kubernetes.io/out-of-service gets no new connections.
 * @param clusterAutoscaler How long a node with the taint ToBeDeletedByClusterAutoscaler stays in pools without new
 *                          connections. If not set, it leaves them at once.
 *
 * @param deleted           How long a Node that is being deleted, and is held by finalizers, stays in pools without new
 *                          connections. If not set, it leaves them at once.
 *
 * @param excluded          How long a node with the label node.kubernetes.io/exclude-from-external-load-balancers stays in
 *                          pools without new connections. If not set, it leaves them at once.
 *
 * @param cordonedAfter     How long a node must have been unschedulable before it gets no new connections; it stays in pools.
 *                          If not set, cordoned nodes get new connections.
 */
@ConfigurationProperties("azureccm.draining")
public record DrainingSettings(@DefaultValue("false") boolean outOfService, Duration clusterAutoscaler,
        Duration deleted, Duration excluded, Duration cordonedAfter) {
    private static final Duration MAX_DURATION = Duration.ofHours(24);

    public DrainingSettings {
        check("cluster-autoscaler", clusterAutoscaler, false);
        check("deleted", deleted, false);
        check("excluded", excluded, false);
        check("cordoned-after", cordonedAfter, true);
    }

    public DrainPolicy policy() {
        Map<DrainReason, Duration> times = new EnumMap<>(DrainReason.class);
        if (outOfService)
            times.put(DrainReason.OUT_OF_SERVICE, Duration.ZERO);
        put(times, DrainReason.CLUSTER_AUTOSCALER, clusterAutoscaler);
        put(times, DrainReason.DELETED, deleted);
        put(times, DrainReason.EXCLUDED, excluded);
        put(times, DrainReason.CORDONED, cordonedAfter);
        return new DrainPolicy(times);
    }

    private static void put(Map<DrainReason, Duration> times, DrainReason reason, Duration time) {
        if (time != null)
            times.put(reason, time);
    }

    private static void check(String key, Duration time, boolean zero) {
        InvalidSetting.unless(time == null || !time.isNegative() && (zero || !time.isZero())
                && time.compareTo(MAX_DURATION) <= 0, key, time,
                "a time " + (zero ? "from 0s" : "above 0s") + " to 24h such as 90s or 5m, or no value for off");
    }
}
