package io.azureccm.common.config.loadbalancer;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.TextForm;

/** Probe of Services with traffic policy Cluster; port and path apply to the shared mode. */
public record ClusterServiceProbe(
        @Key(value = "clusterServiceLoadBalancerHealthProbeMode", fallback = "servicenodeport", effect = "Probes of"
                + " Services with traffic policy Cluster: one per port, or one shared by all") ProbeMode mode,
        @Key(value = "clusterServiceSharedLoadBalancerHealthProbePort", fallback = ""
                + ClusterServiceProbe.DEFAULT_PORT, max = 65_535, effect = "Port of the shared probe; 0 means the default") int sharedPort,
        @Key(value = "clusterServiceSharedLoadBalancerHealthProbePath", is = TextForm.HTTP_PATH, fallback = ClusterServiceProbe.DEFAULT_PATH, effect = "Path of the shared probe") String sharedPath) {

    public static final int DEFAULT_PORT = 10256;

    public static final String DEFAULT_PATH = "/healthz";
}
