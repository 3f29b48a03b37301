package io.azureccm.service.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.reconcile.VirtualCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A Service with a private link service, from its creation to its end. */
class PrivateLinkTurnsTest {
    @Test
    void subnetIsOpenedOnceAndNothingIsWrittenAfterwards() {
        VirtualCluster cluster = VirtualCluster.withSubnet();
        cluster.join(0);
        cluster.make(Services.named("web")
                .port("TCP", 80)
                .annotation("azure-load-balancer-internal", "true")
                .annotation("azure-pls-create", "true"));
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.written).anyMatch(line -> line.startsWith("web ["));

        cluster.loop.advance(Duration.ofMinutes(30));
        assertThat(cluster.arm.writes())
                .containsExactlyInAnyOrder("PUT loadBalancers/kubernetes-internal",
                        "PUT virtualMachineScaleSets/vmss-a", "PUT virtualMachineScaleSets/vmss-a/virtualMachines/0",
                        "PUT virtualNetworks/k8s-vnet/subnets/k8s-subnet",
                        "PUT privateLinkServices/pls-" + ServiceNames.base(Services.uid("web")));

        cluster.delete("web");
        cluster.loop.advance(Duration.ofMinutes(30));
        assertThat(cluster.written).contains("web let go");
    }
}
