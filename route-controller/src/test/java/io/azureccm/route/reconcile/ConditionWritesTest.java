package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Conditions that are not written as a turn has decided: the Node has changed, or the API server refuses it; in virtual time. */
class ConditionWritesTest {
    private final VirtualCluster cluster = new VirtualCluster().withTable();

    @Test
    void conditionThatWasSkippedIsWrittenByTheNextTurn() {
        cluster.join(1);
        cluster.begin().loop.turn();
        while (cluster.loop.last().nodes().conditions().isEmpty()) {
            cluster.loop.runOperations();
            cluster.loop.turn();
        }
        cluster.change(1, node -> node.editSpec()
                .withProviderID("azure:///subscriptions/sub/resourceGroups/k8s/providers/Microsoft.Compute"
                        + "/virtualMachines/n1")
                .endSpec());
        cluster.loop.runOperations();
        assertThat(cluster.conditions).isEmpty();
        cluster.loop.advance(Duration.ofSeconds(1));

        assertThat(cluster.conditions).containsExactly("n1 true");
    }

    @Test
    void resultThatChangesBackBeforeTheWatchShowsTheLastWriteIsWritten() {
        cluster.join(1);
        cluster.join(2);
        cluster.begin().loop.advance(Duration.ofSeconds(5));
        cluster.conditions.clear();
        cluster.showNoConditions();
        cluster.change(2, node -> node.editSpec().withPodCIDRs("10.244.1.0/24").endSpec());
        cluster.loop.advance(Duration.ofSeconds(2));
        cluster.change(2, node -> node.editSpec().withPodCIDRs("10.244.2.0/24").endSpec());
        cluster.loop.advance(Duration.ofSeconds(3));

        assertThat(cluster.conditions).containsExactly("n2 false", "n2 true");
    }

    @Test
    void conditionThatTheApiServerDropsIsWrittenAgainAfterGrowingPauses() {
        cluster.showNoConditions();
        cluster.join(1);
        cluster.begin();
        for (int i = 0; i < 1800; i++)
            cluster.loop.advance(Duration.ofSeconds(1));
        assertThat(cluster.conditions).hasSizeBetween(5, 15).containsOnly("n1 true");

        cluster.conditions.clear();
        cluster.join(2);
        cluster.loop.advance(Duration.ofSeconds(5));
        assertThat(cluster.conditions).containsExactly("n2 true");
    }

    @Test
    void otherNodesAreToldAtOnceThatTheyAreConnected() {
        cluster.refuseConditionsOf(1, new IllegalStateException("422 Unprocessable Entity"));
        cluster.join(1);
        cluster.begin().loop.advance(Duration.ofMinutes(10).plusSeconds(10));
        cluster.join(2);
        cluster.loop.advance(Duration.ofSeconds(5));
        assertThat(cluster.conditions).containsExactly("n2 true");

        cluster.refuseConditions(null);
        cluster.loop.advance(Duration.ofMinutes(2));
        assertThat(cluster.conditions).containsExactly("n2 true", "n1 true");
    }

    @Test
    void nothingIsRememberedOfANodeThatHasLeft() {
        cluster.refuseConditionsOf(1, new IllegalStateException("422 Unprocessable Entity"));
        cluster.join(1);
        cluster.begin().loop.advance(Duration.ofMinutes(1));
        cluster.leave(1);
        cluster.loop.advance(Duration.ofSeconds(5));

        assertThat(cluster.loop.known().memory().retries()).isEmpty();
    }
}
