package io.azureccm.common.config.loadbalancer;

import io.azureccm.common.config.value.ConfigText;

/** Health probes of Services with traffic policy Cluster, key {@code clusterServiceLoadBalancerHealthProbeMode}. */
public enum ProbeMode implements ConfigText {

    /** One probe per Service port, the default. */
    SERVICE_NODE_PORT,

    /** One probe on the proxy port shared by all such Services. */
    SHARED
}
