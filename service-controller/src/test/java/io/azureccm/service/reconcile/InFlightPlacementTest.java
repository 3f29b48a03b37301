package io.azureccm.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.service.plan.World;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Placement on several load balancers while one of them is being written. */
class InFlightPlacementTest {
    /** Otherwise two load balancers would use its public IP, which Azure refuses. */
    @Test
    void serviceWhoseFrontendIsBeingWrittenIsNotPlacedElsewhereMeanwhile() {
        VirtualCluster several = new VirtualCluster(
                new World(0).with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                        .with("multipleStandardLoadBalancerConfigurations",
                                "[{name: kubernetes, primaryVMSet: vmss-a}, {name: lb2, primaryVMSet: vmss-b}]"),
                DrainPolicy.NONE);
        several.join(0);
        several.make("one", 80);
        several.make("two", 81);
        several.begin().loop.advance(Duration.ofSeconds(5));
        several.make("more", 82);
        for (int i = 0; i < 50 && sentBalancers(several).isEmpty(); i++) {
            several.loop.turn();
            if (sentBalancers(several).isEmpty())
                several.loop.runOperations();
            several.loop.clock().advance(Duration.ofMillis(200));
        }
        Set<ArmId> sent = sentBalancers(several);
        assertThat(sent).as("the load balancer of the new Service is being written").hasSize(1);

        // The other load balancer is now the one with the fewest rules.
        boolean first = sent.iterator().next().equals(VirtualCluster.BALANCER);
        several.delete(first ? "two" : "one");
        for (int i = 0; i < 5; i++) {
            several.loop.clock().advance(Duration.ofSeconds(1));
            several.loop.turn();
            assertThat(several.loop.last().operations()).filteredOn(InFlightPlacementTest::addsAFrontend)
                    .extracting(Operation::target)
                    .containsAnyElementsOf(sent)
                    .hasSize(1);
        }
        several.loop.advance(Duration.ofMinutes(1));
        assertThat(several.written).anyMatch(text -> text.startsWith("more [20."));
    }

    private static Set<ArmId> sentBalancers(VirtualCluster cluster) {
        return cluster.loop.known()
                .memory()
                .writes()
                .underWay()
                .values()
                .stream()
                .filter(InFlightPlacementTest::addsAFrontend)
                .map(Operation::target)
                .collect(Collectors.toSet());
    }

    private static boolean addsAFrontend(Operation operation) {
        return operation.changes()
                .stream()
                .anyMatch(change -> change.kind() == Change.Kind.ADD && change.element().equals("frontend"));
    }
}
