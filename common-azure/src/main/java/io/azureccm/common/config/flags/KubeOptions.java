package io.azureccm.common.config.flags;

import java.time.Duration;
import java.util.Objects;

/**
 * How to talk to the Kubernetes API; strings are empty when not set.
 *
 * @param qps             requests per second, negative for no limit
 * @param minResyncPeriod informers resync after this time up to twice of it
 */
public record KubeOptions(String kubeconfig, String master, double qps, int burst, Duration minResyncPeriod) {

    public KubeOptions {
        Objects.requireNonNull(kubeconfig);
        Objects.requireNonNull(master);
        Objects.requireNonNull(minResyncPeriod);
    }
}
