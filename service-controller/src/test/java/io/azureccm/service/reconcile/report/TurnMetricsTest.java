package io.azureccm.service.reconcile.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.limit.Headroom.Limit;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.observe.metrics.CloudOperations;
import io.azureccm.service.metrics.ReconcileMetrics;
import io.azureccm.service.metrics.SyncMetrics;
import io.azureccm.service.reconcile.VirtualCluster;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The usage of limits is counted when it changes, in load balancers of others, too. */
class TurnMetricsTest {
    private static final int MEMBERS = 2_000;

    private final VirtualCluster cluster = VirtualCluster.withAddressPools();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TurnMetrics metrics = new TurnMetrics(new ReconcileMetrics(meters, new CloudOperations(meters),
            new SyncMetrics.Place("", ""), new HeadroomRegister(meters, none -> {})), "k8s-nsg");

    @Test
    void turnsInWhichAzureStaysAsItIsCountNothingAgain() {
        addBalancerOfOthers();
        cluster.join(0);
        cluster.make("web", 80);
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        planned();
        assertThat(used(Limit.POOL_MEMBERS, "others")).isEqualTo(MEMBERS);
        cluster.loop.turn();
        assertThat(planned()).as("bytes").isLessThan(MEMBERS * 20L);

        cluster.make("other", 443);
        cluster.loop.advance(Duration.ofMinutes(1));
        planned();
        assertThat(used(Limit.LOAD_BALANCER_RULES, "kubernetes")).isEqualTo(2);
    }

    private double used(Limit limit, String balancer) {
        return meters.get("controller.headroom.used")
                .tags("limit", limit.label(), "resource", "loadBalancers/" + balancer)
                .gauge()
                .value();
    }

    /** The bytes that it allocates, which are the same on every machine. */
    private long planned() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadAllocatedBytes();
        metrics.planned(cluster.loop.known(), cluster.loop.last(), Duration.ZERO, cluster.loop.clock().instant());
        return threads.getCurrentThreadAllocatedBytes() - start;
    }

    private void addBalancerOfOthers() {
        String pool = "/subscriptions/s/resourceGroups/k8s/providers/Microsoft.Network/loadBalancers/others"
                + "/backendAddressPools/all";
        ObjectNode balancer = cluster.world.put(ArmTypes.LOAD_BALANCER, "others", """
                {"sku": {"name": "Standard"}, "properties": {"loadBalancingRules": [{"name": "rule", "properties":
                {"protocol": "Tcp", "frontendPort": 80, "backendPort": 80, "backendAddressPool": {"id": "%s"}}}]}}"""
                .formatted(pool));
        ArrayNode members = balancer.withArray("/properties/backendAddressPools")
                .addObject()
                .put("name", "all")
                .withObject("/properties")
                .withArray("loadBalancerBackendAddresses");
        for (int i = 0; i < MEMBERS; i++)
            members.addObject()
                    .put("name", "member-" + i)
                    .withObject("/properties")
                    .put("ipAddress", "10.9." + i / 250 + "." + i % 250);
    }
}
