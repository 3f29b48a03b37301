package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The API server refuses each write to one node, in virtual time. */
class RefusedConditionTest {
    private final VirtualCluster cluster = new VirtualCluster().withTable();

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
