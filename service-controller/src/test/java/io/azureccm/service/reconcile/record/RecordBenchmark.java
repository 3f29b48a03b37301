package io.azureccm.service.reconcile.record;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.record.RecordMeter;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.reconcile.VirtualCluster;
import java.time.Duration;

/** What the record of turns costs beside the loop with 1,000 Services on four load balancers, in virtual time; a program, not a test. */
public final class RecordBenchmark {
    private static final int SERVICES = 1_000;

    private RecordBenchmark() {}

    public static void main(String[] args) {
        VirtualCluster cluster = new VirtualCluster(world(), DrainPolicy.NONE);
        for (int i = 0; i < 12; i++)
            cluster.join(i);
        cluster.begin();
        RecordMeter<?, ?, ?> meter = RecordMeter.of(cluster.recordable());
        for (int i = 0; i < SERVICES; i++)
            cluster.make(Services.named("svc-" + i)
                    .port("TCP", 1_000 + i)
                    .annotation("azure-load-balancer-internal", String.valueOf(i % 2 == 1)));
        cluster.loop.advance(Duration.ofMinutes(10));
        meter.tell("all at once", System.out);
        for (int hour = 0; hour < 3; hour++) {
            cluster.loop.advance(Duration.ofHours(1));
            meter.tell("an hour without changes", System.out);
        }
        for (int hour = 0; hour < 3; hour++) {
            for (int minute = 0; minute < 60; minute++) {
                cluster.replace(Services.named("svc-0").port("TCP", 5_000 + 100 * hour + minute));
                cluster.loop.advance(Duration.ofMinutes(1));
            }
            meter.tell("an hour, a change a minute", System.out);
        }
        for (int burst = 0; burst < 4; burst++) {
            for (int i = 0; i < 40; i++)
                cluster.make("burst-" + burst + "-" + i, 7_000 + i);
            cluster.loop.advance(Duration.ofMinutes(10));
            meter.tell("a burst of 40", System.out);
        }
        meter.tellHeap(System.out);
        System.out.println(cluster.written.stream().filter(line -> line.contains("[")).count() + " statuses written");
    }

    private static World world() {
        World world = new World(0).with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .with("multipleStandardLoadBalancerConfigurations",
                        "[{name: kubernetes, primaryVMSet: vmss-a}, {name: lb-b, primaryVMSet: vmss-b}, "
                                + "{name: lb-c, primaryVMSet: vmss-c}, {name: lb-d, primaryVMSet: vmss-d}]");
        ArmId network = ArmId.of(World.SUBSCRIPTION, "k8s", ArmTypes.VIRTUAL_NETWORK, "k8s-vnet");
        world.resources().put(network.child("subnets", "k8s-subnet"), world.subnetBody("k8s-subnet"));
        return world;
    }
}
