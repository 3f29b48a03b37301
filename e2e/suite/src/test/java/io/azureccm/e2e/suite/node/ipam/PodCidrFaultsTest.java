package io.azureccm.e2e.suite.node.ipam;

import static io.azureccm.e2e.suite.node.ipam.PodCidrScene.ranges;
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

    private PodCidrScene scene;

    @BeforeEach
    void start() {
        scene = new PodCidrScene(folder);
    }

    @AfterEach
    void stop() {
        scene.close();
    }

    @Test
    void conflictsAreOvercomeWithTheSameRange() {
        scene.api().faults().add(PATCH, new Effect.Stale(), 3);
        scene.join("a", "b");
        scene.start(SINGLE);
        scene.await(scene::allServed);

        assertThat(scene.shown().values()).containsExactlyInAnyOrder("10.244.0.0/24", "10.244.1.0/24");
        assertThat(scene.events("a")).isEmpty();
    }

    @Test
    void aWriteThatFailsIsToldAndMadeAgain() {
        scene.api().faults().add(PATCH, new Effect.Refuse(500, "InternalError", "broken", Duration.ZERO), -1);
        scene.join("a");
        scene.start(SINGLE);
        scene.await(() -> !scene.events("a").isEmpty());
        scene.api().faults().clear();
        scene.await(scene::allServed);

        assertThat(scene.shown()).containsEntry("a", "10.244.0.0/24");
        assertThat(scene.events("a")).first()
                .asString()
                .startsWith("Normal CIDRAssignmentFailed Node a status is now: CIDRAssignmentFailed: ")
                .contains("broken");
    }

    @Test
    void theRangeOfAWriteWithoutAnswerIsGivenToNobodyElse() {
        scene.api().faults().add(PATCH, new Effect.Cut(), -1);
        scene.join("a");
        scene.start(SINGLE);
        scene.await(() -> scene.logs().contains("FAILED"));
        scene.join("b");
        scene.await(() -> scene.logs().contains("~ b   podCIDRs"));
        scene.api().faults().clear();
        scene.await(scene::allServed);

        assertThat(scene.shown()).containsEntry("a", "10.244.0.0/24").containsEntry("b", "10.244.1.0/24");
    }

    @Test
    void whatSomebodyElseHasGivenMeanwhileStaysAndIsNotGivenAgain() {
        scene.api().faults().add(PATCH, new Effect.Hang(), 1);
        scene.join("a");
        scene.start(SINGLE);
        scene.await(() -> scene.api().faults().hangingRequests() == 1);
        scene.give("a", "10.244.1.0/24");
        scene.api().faults().clear();
        scene.join("b", "c");
        scene.await(scene::allServed);
        scene.awaitStill(STILL);

        assertThat(scene.shown()).containsEntry("a", "10.244.1.0/24");
        assertThat(scene.isDisjoint()).isTrue();
    }

    @Test
    void theWriteOfALeaderThatWasReplacedMeetsAConflictAndChangesNothing() {
        scene.api().faults().add(PATCH, new Effect.Delay(Duration.ofSeconds(3)), 1);
        scene.join("a");
        PodCidrControllerInProcess deposed = scene.start(SINGLE);
        scene.await(() -> deposed.log().contains("podCIDRs [10.244.0.0/24]"));
        scene.start(ranges("10.244.128.0/17=24"));
        scene.await(scene::allServed);
        scene.await(() -> deposed.log().contains("Outcome"));
        scene.awaitStill(STILL);

        assertThat(scene.shown()).containsEntry("a", "10.244.128.0/24");
        assertThat(deposed.log()).contains("UNCHANGED").contains("the node had [10.244.128.0/24] by then");
    }

    @Test
    void twoLeadersAtOnceNeverGiveANodeTwoRangesNorARangeTwice() {
        IntStream.range(0, 30).forEach(i -> scene.join("n" + i));
        scene.start(SINGLE);
        scene.start(SINGLE);
        scene.await(scene::allServed);
        for (int i = 30; i < 36; i++) {
            scene.cluster().removeNode("n" + (i - 20));
            scene.join("n" + i);
            scene.await(scene::allServed);
        }
        scene.awaitStill(STILL);
        assertThat(scene.isDisjoint()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void randomJoinsLeavesFaultsAndRestartsNeverMakeNodesShareARange(long seed) {
        Random random = new Random(seed);
        PodCidrSettings small = ranges("10.244.0.0/20=24", "fd00::/60=64");
        PodCidrControllerInProcess controller = scene.start(small);
        for (int i = 0; i < 40; i++) {
            scene.join("n" + i);
            switch (random.nextInt(6)) {
                case 0 -> scene.cluster().removeNode("n" + random.nextInt(i + 1));
                case 1 -> {
                    scene.stop(controller);
                    controller = scene.start(small);
                }
                case 2 -> scene.api().faults().add(PATCH, new Effect.Stale(), 2);
                case 3 -> scene.api().faults().add(PATCH, new Effect.Cut(), 1);
                default -> scene.awaitStill(Duration.ofMillis(200));
            }
            assertThat(scene.isDisjoint()).as("%s", scene.shown()).isTrue();
        }
        scene.await(() -> scene.shown().values().stream().filter(text -> !text.isEmpty()).count() == 16);
        while (scene.shown().size() > 16) {
            String served = scene.shown()
                    .entrySet()
                    .stream()
                    .filter(node -> !node.getValue().isEmpty())
                    .findFirst()
                    .orElseThrow()
                    .getKey();
            scene.cluster().removeNode(served);
            int left = scene.shown().size();
            scene.await(() -> scene.shown().values().stream().filter(text -> !text.isEmpty()).count() == Math.min(16,
                    left));
            assertThat(scene.isDisjoint()).as("%s", scene.shown()).isTrue();
        }
        scene.await(scene::allServed);
    }
}
