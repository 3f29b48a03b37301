package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.plan.Services;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A Service that Azure rejects, beside others that it accepts. */
class RejectedServiceTest {
    private final VirtualCluster cluster = new VirtualCluster();

    @Test
    void refusedServiceIsFoundAndKeepsNobodyElseFromBeingServed() {
        serveBothButApi();

        assertThat(cluster.written).filteredOn(text -> text.contains("["))
                .singleElement()
                .asString()
                .startsWith("web ");
    }

    @Test
    void refusedServiceIsTriedAgainAlthoughAReadFailedMeanwhile() {
        serveBothButApi();

        cluster.arm.refusesBalancersWith("");
        cluster.arm.fails("LIST", ArmId.collection(VirtualCluster.BALANCER.subscription(),
                VirtualCluster.BALANCER.resourceGroup(), ArmTypes.LOAD_BALANCER), ArmException.Kind.FORBIDDEN);
        cluster.store.invalidateAll();
        cluster.make("more", 81);
        cluster.loop.advance(Duration.ofMinutes(1));

        assertThat(cluster.written).filteredOn(text -> text.contains("["))
                .extracting(text -> text.substring(0, text.indexOf(' ')))
                .containsExactlyInAnyOrder("web", "more", "api");
    }

    private void serveBothButApi() {
        cluster.join(0);
        cluster.make("api", 443);
        cluster.make("web", 80);
        cluster.arm.refusesBalancersWith(Services.uid("api").replace("-", "").substring(0, 31));
        cluster.begin().loop.advance(Duration.ofSeconds(1));
        assertThat(cluster.loop.known().memory().rejections().refused()).containsOnly(Services.uid("api"));
    }
}
