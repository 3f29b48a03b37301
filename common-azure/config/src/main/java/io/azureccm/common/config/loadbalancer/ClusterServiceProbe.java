package io.azureccm.common.config.loadbalancer;

import java.util.Objects;

/** Probe of Services with traffic policy Cluster; port and path apply to the shared mode. */
public record ClusterServiceProbe(ProbeMode mode, int sharedPort, String sharedPath) {

    public static final int DEFAULT_PORT = 10256;

    public static final String DEFAULT_PATH = "/healthz";

    public ClusterServiceProbe {
        Objects.requireNonNull(mode);
        Objects.requireNonNull(sharedPath);
    }
}
