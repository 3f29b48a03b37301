package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Azure accepts a write, and a policy keeps the table as it was: the write is repeated after growing pauses, not at once for ever. */
class WritesInVainTest {
    private static final String ROUTE = "n1____102441024";

    private final VirtualCluster cluster = new VirtualCluster().withTable();

    @Test
    void routeThatAPolicyRemovesIsNotWrittenAllTheTime() {
        policy(WritesInVainTest::withoutRoute);
        cluster.join(1);
        cluster.begin().loop.advance(Duration.ofSeconds(5));
        assertThat(cluster.conditions).as("nobody hears of a conflict that may pass").isEmpty();

        cluster.loop.advance(Duration.ofMinutes(30));
        assertThat(cluster.writes()).isBetween(10L, 60L);
        assertThat(cluster.conditions).containsExactly("n1 false");
        assertThat(cluster.routed(1)).contains("stays as it was");
        assertThat(cluster.syncs).as("repetitions count as errors")
                .filteredOn(sync -> sync.endsWith("CHANGED"))
                .hasSizeLessThan(3);

        cluster.arm.changes(body -> {});
        cluster.loop.advance(Duration.ofMinutes(2));
        assertThat(cluster.routes()).containsExactly(ROUTE);
        assertThat(cluster.conditions).containsExactly("n1 false", "n1 true");
    }

    @Test
    void nextHopThatAPolicyReplacesIsNotWrittenAllTheTimeAndAnotherNodeDoesNotWaitForIt() {
        policy(body -> body.at("/properties/routes")
                .valueStream()
                .filter(WritesInVainTest::isOfFirst)
                .forEach(route -> ((ObjectNode) route.path("properties")).put("nextHopIpAddress", "10.9.9.9")));
        cluster.join(1);
        cluster.begin().loop.advance(Duration.ofMinutes(30));
        assertThat(cluster.writes()).isBetween(10L, 60L);

        cluster.join(2);
        cluster.loop.advance(Duration.ofSeconds(2));
        assertThat(cluster.routes()).contains("n2____102442024");
        cluster.loop.advance(Duration.ofMinutes(1));
        assertThat(cluster.conditions).containsExactly("n1 false", "n2 true");
    }

    /** It ends, so that a test with writes without pauses ends, too. */
    private void policy(Consumer<ObjectNode> policy) {
        cluster.arm.changes(body -> {
            if (cluster.writes() < 200)
                policy.accept(body);
        });
    }

    private static void withoutRoute(ObjectNode table) {
        table.withObjectProperty("properties").withArrayProperty("routes").removeIf(WritesInVainTest::isOfFirst);
    }

    private static boolean isOfFirst(JsonNode route) {
        return route.path("name").asText().equals(ROUTE);
    }
}
