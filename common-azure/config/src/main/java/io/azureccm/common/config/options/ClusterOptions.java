package io.azureccm.common.config.options;

import io.azureccm.common.net.Cidr;
import java.util.List;
import java.util.Optional;

/**
 * Cluster-wide options.
 *
 * @param name          names the load balancer and marks the cluster's resources
 * @param podRanges     pod address ranges, at most one of each family, in the order given
 * @param serviceRanges Service address ranges, at most one of each family
 * @param nodeFilter    nodes to manage; absent means all
 */
public record ClusterOptions(String name, List<Cidr> podRanges, List<Cidr> serviceRanges,
        Optional<NodeFilter> nodeFilter) {

    public ClusterOptions {
        podRanges = List.copyOf(podRanges);
        serviceRanges = List.copyOf(serviceRanges);
    }
}
