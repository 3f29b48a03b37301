package io.azureccm.common.kube.client;

import java.time.Duration;

/** Receives each request to the Kubernetes API; a watch counts as finished when its response begins. Must return quickly. */
@FunctionalInterface
public interface RequestListener {
    /** {@code status} 0: there was no response. */
    void answered(String method, String host, int status, Duration took);
}
