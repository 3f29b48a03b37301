package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.explain.Explanation;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A write of the table fails, and somebody else adds the route: the table shows it, and nothing is left to be written. */
class SettledFailureTest {
    private final VirtualCluster cluster = new VirtualCluster();

    @BeforeEach
    void writeFailsAndSomebodyElseAddsTheRoute() {
        cluster.withTable();
        cluster.join(1);
        forbidWrites();
        cluster.begin().loop.settle();
        cluster.route("n1____102441024", "10.244.1.0/24", "10.240.0.1");
        cluster.loop.advance(Duration.ofMinutes(10));
        assertThat(cluster.conditions).containsExactly("n1 false", "n1 true");
    }

    @Test
    void nodeNoLongerWaitsForTheNextAttempt() {
        assertThat(state()).isEqualTo(Explanation.State.PROGRAMMED);
    }

    @Test
    void nodeDoesNotWaitForTheAttemptForAnotherOneThatHasLeft() {
        forbidWrites();
        cluster.join(2);
        cluster.loop.advance(Duration.ofSeconds(1));
        cluster.leave(2);
        cluster.loop.advance(Duration.ofMinutes(1));

        assertThat(cluster.conditions).containsExactly("n1 false", "n1 true", "n2 false");
        assertThat(state()).isEqualTo(Explanation.State.PROGRAMMED);
    }

    @Test
    void routeThatIsRemovedLaterIsWrittenAgainWithoutTellingTheOldProblem() {
        ObjectNode table = cluster.arm.stored(cluster.table).orElseThrow();
        table.withObjectProperty("properties").putArray("routes");
        cluster.arm.store(cluster.table, table);
        cluster.loop.advance(Duration.ofMinutes(5));

        assertThat(cluster.routes()).containsExactly("n1____102441024");
        assertThat(cluster.conditions).containsExactly("n1 false", "n1 true");
    }

    private void forbidWrites() {
        cluster.arm.fails("PUT", cluster.table, new ArmException(ArmException.Kind.FORBIDDEN, 403,
                "AuthorizationFailed", "no", "id", null, null));
    }

    private Explanation.State state() {
        return NodeExplanation
                .of("n1", cluster.loop.known(), cluster.loop.last(), cluster.loop.clock().instant())
                .state();
    }
}
