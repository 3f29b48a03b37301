package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A node changes after a turn has decided its condition and before that is written, in virtual time. */
class ConditionOfChangedNodeTest {
    private final VirtualCluster cluster = new VirtualCluster();

    @Test
    void conditionThatWasSkippedIsWrittenByTheNextTurn() {
        cluster.withTable();
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
        cluster.withTable();
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
}
