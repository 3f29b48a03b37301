package io.azureccm.common.config.options;

import io.azureccm.common.net.Cidr;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The cluster as a whole.
 *
 * @param name         names the load balancer and marks what is ours
 * @param podRanges    ranges of pod addresses, at most one of each family, in the order given
 * @param serviceRanges ranges of Service addresses, at most one of each family
 * @param nodeFilter   nodes to care about; absent means all
 */
public record ClusterOptions(String name, List<Cidr> podRanges, List<Cidr> serviceRanges,
        Optional<NodeFilter> nodeFilter) {

    public ClusterOptions {
        Objects.requireNonNull(name);
        podRanges = List.copyOf(podRanges);
        serviceRanges = List.copyOf(serviceRanges);
        Objects.requireNonNull(nodeFilter);
    }
}
