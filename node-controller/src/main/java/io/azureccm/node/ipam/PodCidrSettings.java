package io.azureccm.node.ipam;

import io.azureccm.common.config.options.ControllerName;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.NodeFilter;
import io.azureccm.common.config.options.NodeIpamOptions;
import io.azureccm.common.net.Cidr;
import io.azureccm.node.plan.ipam.PodRange;
import java.util.List;
import java.util.Optional;

/** The ranges that pod CIDRs are cut out of, in the order of {@code --cluster-cidr}, and the nodes that get some. */
public record PodCidrSettings(List<PodRange> ranges, Optional<NodeFilter> filter, boolean dryRun) {
    public PodCidrSettings {
        ranges = List.copyOf(ranges);
    }

    /** Empty when pod CIDRs are not asked for. */
    public static Optional<PodCidrSettings> of(ControllerOptions options) {
        NodeIpamOptions ipam = options.work().node().ipam();
        if (!ipam.allocate() || !options.run().controllers().includes(ControllerName.NODE_IPAM))
            return Optional.empty();
        List<Cidr> services = options.cluster().serviceRanges();
        List<PodRange> ranges = options.cluster()
                .podRanges()
                .stream()
                .map(range -> new PodRange(range, ipam.maskSize(range.ipv6()), services))
                .toList();
        return Optional.of(new PodCidrSettings(ranges, options.cluster().nodeFilter(), options.dryRun()));
    }
}
