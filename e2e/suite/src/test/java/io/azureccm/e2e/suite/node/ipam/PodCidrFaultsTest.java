package io.azureccm.e2e.suite.node.ipam;

import static io.azureccm.e2e.suite.node.ipam.PodCidrScenario.ranges;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.cluster.api.call.ApiFaults.Effect;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Target;
import io.azureccm.node.ipam.PodCidrSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conflicts, lost answers, other writers and two leaders: what a node has stays, and no range is given twice. */
class PodCidrFaultsTest {
    private static final PodCidrSettings SINGLE = ranges("10.244.0.0/16=24");
    private static final Target PATCH = new Target("patch", "nodes");
    private static final Duration STILL = Duration.ofSeconds(1);

    @TempDir
    Path folder;

    private PodCidrScenario scenario;

    @BeforeEach
    void start() {
        scenario = new PodCidrScenario(folder);
    }

    @AfterEach
    void stop() {
        scenario.close();
    }

    @Test
    void conflictsAreOvercomeWithTheSameRange() {
        scenario.api().faults().add(PATCH, new Effect.Stale(), 3);
        scenario.join("a", "b");
        scenario.start(SINGLE);
        scenario.await(scenario::allServed);

        assertThat(scenario.shown().values()).containsExactlyInAnyOrder("10.244.0.0/24", "10.244.1.0/24");
        assertThat(scenario.events("a")).isEmpty();
    }

    @Test
    void aWriteThatFailsIsToldAndMadeAgain() {
        scenario.api().faults().add(PATCH, new Effect.Refuse(500, "InternalError", "broken", Duration.ZERO), -1);
        scenario.join("a");
        scenario.start(SINGLE);
        scenario.await(() -> !scenario.events("a").isEmpty());
        scenario.api().faults().clear();
        scenario.await(scenario::allServed);

        assertThat(scenario.shown()).containsEntry("a", "10.244.0.0/24");
        assertThat(scenario.events("a")).first()
                .asString()
                .startsWith("Normal CIDRAssignmentFailed Node a status is now: CIDRAssignmentFailed: ")
                .contains("broken");
    }

    @Test
    void theRangeOfAWriteWithoutAnswerIsGivenToNobodyElse() {
        scenario.api().faults().add(PATCH, new Effect.Cut(), -1);
        scenario.join("a");
        scenario.start(SINGLE);
        scenario.await(() -> scenario.logs().contains("FAILED"));
        scenario.join("b");
        scenario.await(() -> scenario.logs().contains("> node b  podCIDRs"));
        scenario.api().faults().clear();
        scenario.await(scenario::allServed);

        assertThat(scenario.shown()).containsEntry("a", "10.244.0.0/24").containsEntry("b", "10.244.1.0/24");
    }

    @Test
    void whatSomebodyElseHasGivenMeanwhileStaysAndIsNotGivenAgain() {
        scenario.api().faults().add(PATCH, new Effect.Hang(), 1);
        scenario.join("a");
        scenario.start(SINGLE);
        scenario.await(() -> scenario.api().faults().hangingRequests() == 1);
        scenario.give("a", "10.244.1.0/24");
        scenario.api().faults().clear();
        scenario.join("b", "c");
        scenario.await(scenario::allServed);
        scenario.awaitStill(STILL);

        assertThat(scenario.shown()).containsEntry("a", "10.244.1.0/24");
        assertThat(scenario.isDisjoint()).isTrue();
    }

    @Test
    void theWriteOfALeaderThatWasReplacedMeetsAConflictAndChangesNothing() {
        scenario.api().faults().add(PATCH, new Effect.Hold(), 1);
        scenario.join("a");
        PodCidrControllerInProcess deposed = scenario.start(SINGLE);
        scenario.await(() -> scenario.api().faults().hangingRequests() == 1);
        assertThat(deposed.log()).contains("podCIDRs [10.244.0.0/24]");
        scenario.start(ranges("10.244.128.0/17=24"));
        scenario.await(scenario::allServed);
        scenario.api().faults().clear();
        scenario.await(() -> deposed.log().contains("Outcome"));
        scenario.awaitStill(STILL);

        assertThat(scenario.shown()).containsEntry("a", "10.244.128.0/24");
        assertThat(deposed.log()).contains("UNCHANGED").contains("the node already had [10.244.128.0/24]");
    }

    @Test
    void twoLeadersAtOnceNeverGiveANodeTwoRangesNorARangeTwice() {
        IntStream.range(0, 30).forEach(i -> scenario.join("n" + i));
        scenario.start(SINGLE);
        scenario.start(SINGLE);
        scenario.await(scenario::allServed);
        for (int i = 30; i < 36; i++) {
            scenario.cluster().removeNode("n" + (i - 20));
            scenario.join("n" + i);
            scenario.await(scenario::allServed);
        }
        scenario.awaitStill(STILL);
        assertThat(scenario.isDisjoint()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void randomJoinsLeavesFaultsAndRestartsNeverMakeNodesShareARange(long seed) {
        Random random = new Random(seed);
        PodCidrSettings small = ranges("10.244.0.0/20=24", "fd00::/60=64");
        PodCidrControllerInProcess controller = scenario.start(small);
        for (int i = 0; i < 40; i++) {
            scenario.join("n" + i);
            switch (random.nextInt(6)) {
                case 0 -> scenario.cluster().removeNode("n" + random.nextInt(i + 1));
                case 1 -> {
                    scenario.stop(controller);
                    controller = scenario.start(small);
                }
                case 2 -> scenario.api().faults().add(PATCH, new Effect.Stale(), 2);
                case 3 -> scenario.api().faults().add(PATCH, new Effect.Cut(), 1);
                default -> scenario.awaitStill(Duration.ofMillis(200));
            }
            assertThat(scenario.isDisjoint()).as("%s", scenario.shown()).isTrue();
        }
        scenario.await(() -> scenario.shown().values().stream().filter(text -> !text.isEmpty()).count() == 16);
        while (scenario.shown().size() > 16) {
            String served = scenario.shown()
                    .entrySet()
                    .stream()
                    .filter(node -> !node.getValue().isEmpty())
                    .findFirst()
                    .orElseThrow()
                    .getKey();
            scenario.cluster().removeNode(served);
            int left = scenario.shown().size();
            scenario.await(
                    () -> scenario.shown().values().stream().filter(text -> !text.isEmpty()).count() == Math.min(16,
                            left));
            assertThat(scenario.isDisjoint()).as("%s", scenario.shown()).isTrue();
        }
        scenario.await(scenario::allServed);
    }
}
