package io.azureccm.node.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.net.Cidr;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.node.plan.ipam.PodCidrPlan.Usage;
import io.azureccm.node.plan.ipam.PodCidrPlan;
import io.azureccm.node.plan.ipam.PodRange;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodCidrMetricsTest {
    private static final PodRange RANGE = new PodRange(Cidr.parse("10.244.0.0/22").orElseThrow(), 24, List.of());

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<String> near = new ArrayList<>();
    private final HeadroomRegister headroom = new HeadroomRegister(registry, each -> near.add(each.toString()));

    @Test
    void gaugesShowHowFullRangesAreAndNothingForAProcessThatLeadsNoLonger() {
        PodCidrMetrics metrics = new PodCidrMetrics(registry, headroom, List.of(RANGE));
        metrics.planned(taken(3), 2, 0);
        assertThat(usage()).isEqualTo(0.75);
        assertThat(waiting()).isEqualTo(2);
        metrics.rest();
        assertThat(usage()).isZero();
        assertThat(waiting()).isZero();
    }

    @Test
    void gaugesGoOnWhenTheLoopIsBuiltAgain() {
        PodCidrMetrics first = new PodCidrMetrics(registry, headroom, List.of(RANGE));
        first.planned(taken(1), 0, 0);
        first.close();
        new PodCidrMetrics(registry, headroom, List.of(RANGE)).planned(taken(4), 7, 0);
        assertThat(usage()).isEqualTo(1);
        assertThat(waiting()).isEqualTo(7);
    }

    @Test
    void rangeThatIsNearlyFullIsToldOnce() {
        PodCidrMetrics metrics = new PodCidrMetrics(registry, headroom, List.of(RANGE));
        metrics.planned(taken(3), 0, 0);
        assertThat(near).isEmpty();
        metrics.planned(taken(4), 0, 0);
        metrics.planned(taken(4), 0, 0);
        assertThat(near).containsExactly("10.244.0.0/22: pod-cidrs 4 of 4");
        assertThat(registry.get("controller.headroom.used").tag("limit", "pod-cidrs").gauge().value()).isEqualTo(4);
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
