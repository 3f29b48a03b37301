package io.azureccm.common.kube.client;

import java.time.Duration;

/** Hears of each request to the Kubernetes API; a watch is over when its answer begins. Must be quick. */
@FunctionalInterface
public interface RequestListener {
    /** {@code status} 0: no answer came. */
    void answered(String method, String host, int status, Duration took);
}
