package io.azureccm.service.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.model.Subnet;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.reconcile.VirtualCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Azure accepts a write, and a policy keeps the resource as it was: the write is repeated after growing pauses, not at once for ever. */
class WritesInVainTest {
    private static final String IP = "PUT publicIPAddresses/kubernetes-" + ServiceNames.base(Services.uid("web"));
    private static final String SUBNET = "PUT virtualNetworks/k8s-vnet/subnets/k8s-subnet";

    @Test
    void tagThatAPolicyReplacesIsNotWrittenAllTheTime() {
        VirtualCluster cluster = new VirtualCluster(new World(0).with("tags", "team=shop"), DrainPolicy.NONE);
        cluster.arm.changes((id, body) -> {
            if (id.hasType(ArmTypes.PUBLIC_IP))
                body.withObject("/tags").put("team", "policy");
        });
        cluster.join(0);
        cluster.make("web", 80);
        cluster.begin().loop.advance(Duration.ofMinutes(30));

        assertThat(cluster.arm.calls(IP)).isBetween(5L, 30L);
        assertThat(cluster.message("web")).contains("stays as it was");

        cluster.arm.changes((id, body) -> {});
        cluster.loop.advance(Duration.ofMinutes(12));
        assertThat(cluster.written).anyMatch(line -> line.startsWith("web ["));
    }

    @Test
    void subnetThatAPolicyClosesIsNotOpenedAllTheTime() {
        VirtualCluster cluster = VirtualCluster.withSubnet();
        cluster.arm.changes((id, body) -> {
            if (id.hasType(ArmTypes.SUBNET))
                body.withObject("/properties").put(Subnet.POLICY, "Enabled");
        });
        cluster.join(0);
        cluster.make(Services.named("web")
                .port("TCP", 80)
                .annotation("azure-load-balancer-internal", "true")
                .annotation("azure-pls-create", "true"));
        cluster.begin().loop.advance(Duration.ofMinutes(30));

        assertThat(cluster.arm.calls(SUBNET)).isBetween(5L, 30L);
        assertThat(cluster.message("web")).contains("stays as it was");
    }
}
