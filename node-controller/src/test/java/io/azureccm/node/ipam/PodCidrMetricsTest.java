package io.azureccm.node.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.net.Cidr;
import io.azureccm.node.plan.ipam.PodCidrPlan;
import io.azureccm.node.plan.ipam.PodCidrPlan.Usage;
import io.azureccm.node.plan.ipam.PodRange;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodCidrMetricsTest {
    private static final PodRange RANGE = new PodRange(Cidr.parse("10.244.0.0/22").orElseThrow(), 24, List.of());

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void gaugesShowHowFullRangesAreAndNothingForAProcessThatLeadsNoLonger() {
        PodCidrMetrics metrics = new PodCidrMetrics(registry, List.of(RANGE));
        metrics.planned(taken(3), 2);
        assertThat(usage()).isEqualTo(0.75);
        assertThat(waiting()).isEqualTo(2);
        metrics.rest();
        assertThat(usage()).isZero();
        assertThat(waiting()).isZero();
    }

    @Test
    void gaugesGoOnWhenTheLoopIsBuiltAgain() {
        PodCidrMetrics first = new PodCidrMetrics(registry, List.of(RANGE));
        first.planned(taken(1), 0);
        first.close();
        new PodCidrMetrics(registry, List.of(RANGE)).planned(taken(4), 7);
        assertThat(usage()).isEqualTo(1);
        assertThat(waiting()).isEqualTo(7);
    }

    private static PodCidrPlan taken(int blocks) {
        return new PodCidrPlan(List.of(), List.of(), List.of(), List.of(new Usage(RANGE, blocks)), List.of(0));
    }

    private double usage() {
        return registry.get("node.ipam.controller.cidrset.usage.cidrs")
                .tag("clusterCIDR", "10.244.0.0/22")
                .gauge()
                .value();
    }

    private double waiting() {
        return registry.get("node.ipam.controller.nodes.waiting").gauge().value();
    }
}
