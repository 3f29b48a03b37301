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
        RecordMeter.measure(RecordBenchmark::play, System.out);
    }

    private static void play(RecordMeter meter) {
        VirtualCluster cluster = new VirtualCluster(world(), DrainPolicy.NONE);
        for (int i = 0; i < 12; i++)
            cluster.join(i);
        cluster.begin();
        meter.begin(cluster.recordable());
        for (int i = 0; i < SERVICES; i++) {
            cluster.make(Services.named("svc-" + i)
                    .port("TCP", 1_000 + i)
                    .annotation("azure-load-balancer-internal", String.valueOf(i % 2 == 1)));
            if (i % 250 == 249)
                cluster.loop.advance(Duration.ofSeconds(1));
        }
        meter.end("while Services are created");
        cluster.loop.advance(Duration.ofMinutes(10));
        meter.end("after that");
        cluster.loop.advance(Duration.ofHours(2));
        meter.end("two hours at rest");
        for (int minute = 0; minute < 15; minute++) {
            cluster.replace(Services.named("svc-0").port("TCP", 5_000 + minute));
            cluster.loop.advance(Duration.ofMinutes(1));
        }
        meter.end("a change a minute");
        for (int i = 0; i < 80; i++) {
            cluster.make("burst-" + i, 7_000 + i);
            if (i % 40 == 39)
                cluster.loop.advance(Duration.ofSeconds(1));
        }
        meter.end("a burst");
        cluster.loop.advance(Duration.ofMinutes(10));
        meter.end("ten minutes after it");
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
