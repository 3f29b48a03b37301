package io.azureccm.node.ipam;

import io.azureccm.common.core.limit.Headroom;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.node.plan.ipam.PodCidrPlan;
import io.azureccm.node.plan.ipam.PodRange;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Usage of the ranges, under the metric names of the reference, and the number of waiting nodes. */
final class PodCidrMetrics {
    private static final String PREFIX = "node.ipam.controller.cidrset.";
    private static final double[] TRIES = {1, 5, 25, 125, 625};

    private record Meters(PodRange range, Counter allocations, Counter releases, AtomicReference<Double> taken,
            DistributionSummary tries) {}

    private final MeterRegistry registry;
    private final HeadroomRegister headroom;
    private final List<Meters> meters;
    private final List<Gauge> gauges = new ArrayList<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger withoutMask = new AtomicInteger();

    PodCidrMetrics(MeterRegistry registry, HeadroomRegister headroom, List<PodRange> ranges) {
        this.registry = registry;
        this.headroom = headroom;
        this.meters = ranges.stream().map(this::meters).toList();
        gauges.add(Gauge.builder("node.ipam.controller.nodes.waiting", waiting, AtomicInteger::get)
                .description("Nodes without pod CIDR because no range has a free one")
                .register(registry));
        gauges.add(Gauge.builder("node.ipam.controller.nodes.without.mask", withoutMask, AtomicInteger::get)
                .description("Nodes without pod CIDR because their prefix length is unknown or not possible")
                .register(registry));
    }

    private Meters meters(PodRange range) {
        String name = range.toString();
        // The number of blocks depends on the longest prefix currently in use.
        AtomicReference<Double> taken = new AtomicReference<>(0.0);
        gauges.add(Gauge.builder(PREFIX + "usage.cidrs", taken, AtomicReference::get)
                .tag("clusterCIDR", name)
                .description("Share of the pod CIDRs that is taken or reserved; 1 means that none is left")
                .register(registry));
        return new Meters(range,
                Counter.builder(PREFIX + "cidrs.allocations")
                        .tag("clusterCIDR", name)
                        .description("Pod CIDRs assigned to nodes")
                        .register(registry),
                Counter.builder(PREFIX + "cidrs.releases")
                        .tag("clusterCIDR", name)
                        .description("Pod CIDRs released because their node left")
                        .register(registry),
                taken, DistributionSummary.builder(PREFIX + "allocation.tries.per.request")
                        .tag("clusterCIDR", name)
                        .description("Pod CIDRs tried before a free one was found")
                        .serviceLevelObjectives(TRIES)
                        .register(registry));
    }

    /** This instance no longer counts. */
    void rest() {
        waiting.set(0);
        withoutMask.set(0);
        meters.forEach(each -> each.taken().set(0.0));
        headroom.forget();
    }

    /** Removes the gauges, because a registry keeps the first gauge registered under a name. */
    void close() {
        gauges.forEach(registry::remove);
    }

    void planned(PodCidrPlan plan, int nodesWaiting, int nodesWithoutMask) {
        waiting.set(nodesWaiting);
        withoutMask.set(nodesWithoutMask);
        headroom.now(plan.usages()
                .stream()
                .map(usage -> new Headroom(Headroom.Limit.POD_CIDRS, usage.range().toString(), usage.taken(),
                        usage.range().size()))
                .toList());
        for (int i = 0; i < meters.size(); i++) {
            Meters each = meters.get(i);
            PodCidrPlan.Usage usage = plan.usages().get(i);
            each.taken().set((double) usage.taken() / usage.range().size());
            for (PodCidrPlan.Assignment assignment : plan.assignments()) {
                if (!assignment.tries().isEmpty())
                    each.tries().record(assignment.tries().get(i));
            }
        }
    }

    void written(List<Cidr> cidrs) {
        of(cidrs).forEach(each -> each.allocations().increment());
    }

    void released(List<Cidr> cidrs) {
        of(cidrs).forEach(each -> each.releases().increment());
    }

    private List<Meters> of(List<Cidr> cidrs) {
        return cidrs.stream()
                .flatMap(cidr -> meters.stream().filter(each -> each.range().range().contains(cidr)))
                .toList();
    }
}
