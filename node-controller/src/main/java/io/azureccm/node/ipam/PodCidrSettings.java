package io.azureccm.node.ipam;

import io.azureccm.common.config.options.ControllerName;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.NodeFilter;
import io.azureccm.common.config.options.NodeIpamOptions;
import io.azureccm.common.net.Cidr;
import io.azureccm.node.plan.ipam.MaskPlanner;
import io.azureccm.node.plan.ipam.PodRange;
import java.util.List;
import java.util.Optional;

/**
 * The ranges for pod CIDRs in the order of {@code --cluster-cidr}, the filter of the nodes to serve, and whether tags
 * define prefix lengths.
 */
public record PodCidrSettings(List<PodRange> ranges, Optional<NodeFilter> filter, boolean dryRun, boolean tagged) {
    public PodCidrSettings {
        ranges = List.copyOf(ranges);
    }

    /** Empty if pod CIDR allocation is disabled. */
    public static Optional<PodCidrSettings> of(ControllerOptions options) {
        NodeIpamOptions ipam = options.work().node().ipam();
        if (!ipam.allocate() || !options.run().controllers().includes(ControllerName.NODE_IPAM))
            return Optional.empty();
        List<Cidr> services = options.cluster().serviceRanges();
        boolean tagged = ipam.allocator() == NodeIpamOptions.Allocator.CLOUD;
        List<PodRange> ranges = options.cluster()
                .podRanges()
                .stream()
                .map(range -> tagged
                        ? tagged(range, services)
                        : new PodRange(range, ipam.maskSize(range), services))
                .toList();
        return Optional.of(new PodCidrSettings(ranges, options.cluster().nodeFilter(), options.dryRun(), tagged));
    }

    /** Counted in blocks of the default length until a tag requests longer prefixes. */
    public static PodRange tagged(Cidr range, List<Cidr> services) {
        int usual = Math.clamp(MaskPlanner.usual(range), range.length(), PodRange.longest(range));
        return new PodRange(range, usual, services);
    }
}
