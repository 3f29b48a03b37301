package io.azureccm.e2e.suite.node.ipam;

import static io.azureccm.e2e.suite.node.ipam.PodCidrScene.filtered;
import static io.azureccm.e2e.suite.node.ipam.PodCidrScene.ranges;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.node.ipam.PodCidrSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pod CIDRs of nodes that join, leave and come back, over restarts and changes of the leader. */
class PodCidrTest {
    private static final PodCidrSettings SINGLE = ranges("10.244.0.0/16=24");
    private static final PodCidrSettings DUAL = ranges("10.244.0.0/16=24", "fd00:10::/48=64");
    private static final PodCidrSettings TWO = ranges("10.244.0.0/23=24");
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
    void nodesOfADualStackClusterGetOneRangeOfEachFamilyInOneWrite() {
        scene.join("a");
        scene.start(DUAL);
        scene.await(scene::allServed);
        scene.join("b");
        scene.await(scene::allServed);

        assertThat(scene.shown()).containsExactly(Map.entry("a", "10.244.0.0/24,fd00:10::/64"),
                Map.entry("b", "10.244.1.0/24,fd00:10:0:1::/64"));
        scene.awaitStill(STILL);
        assertThat(scene.patches()).isEqualTo(2);
    }

    @Test
    void whatNodesHaveIsKnownBeforeAnythingIsGiven() {
        scene.join("old", "new");
        scene.give("old", "10.244.0.0/24");
        scene.start(SINGLE);
        scene.await(scene::allServed);

        assertThat(scene.shown()).containsEntry("old", "10.244.0.0/24").containsEntry("new", "10.244.1.0/24");
    }

    @Test
    void aThousandNodesAtOnceAreServedWithOneWriteEach() {
        IntStream.range(0, 1000)
                .forEach(i -> scene.api().apply("""
                        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "node-%04d"}}""".formatted(i)));
        scene.start(ranges("10.240.0.0/12=24", "fd00:10::/48=64"));
        scene.await(scene::allServed);
        scene.awaitStill(STILL);

        assertThat(scene.isDisjoint()).isTrue();
        assertThat(scene.patches()).isEqualTo(1000);
        assertThat(scene.shown()).hasSize(1000).containsEntry("node-0999", "10.243.231.0/24,fd00:10:0:3e7::/64");
    }

    @Test
    void aRangeOfANodeThatLeftServesAnotherAndANodeThatComesBackGetsOne() {
        PodCidrControllerInProcess controller = scene.start(TWO);
        scene.join("a");
        scene.await(scene::allServed);
        scene.join("b");
        scene.await(scene::allServed);
        scene.cluster().removeNode("a");
        scene.join("a");
        scene.await(scene::allServed);

        assertThat(scene.shown()).containsExactly(Map.entry("a", "10.244.0.0/24"), Map.entry("b", "10.244.1.0/24"));
        assertThat(controller.metrics().get("node.ipam.controller.cidrset.cidrs.releases").counter().count())
                .isEqualTo(1);
        assertThat(controller.metrics().get("node.ipam.controller.cidrset.cidrs.allocations").counter().count())
                .isEqualTo(3);
    }

    @Test
    void aNodeThatFindsNothingFreeIsToldAndServedWhenARangeIsFree() {
        PodCidrControllerInProcess controller = scene.start(TWO);
        scene.join("a", "b");
        scene.await(scene::allServed);
        scene.join("c");
        scene.await(() -> !scene.events("c").isEmpty());

        assertThat(scene.events("c")).containsExactly("Normal CIDRNotAvailable Node c status is now: CIDRNotAvailable: "
                + "no /24 is free in --cluster-cidr 10.244.0.0/23, 2 of 2 are taken");
        assertThat(controller.metrics().get("node.ipam.controller.nodes.waiting").gauge().value()).isEqualTo(1);
        assertThat(controller.metrics().get("node.ipam.controller.cidrset.usage.cidrs").gauge().value()).isEqualTo(1);
        scene.cluster().labelNode("c", Map.of("changed", "yes"));
        scene.awaitStill(STILL);
        assertThat(scene.shown()).containsEntry("c", "");

        String free = scene.shown().get("a");
        scene.cluster().removeNode("a");
        scene.await(scene::allServed);
        assertThat(scene.shown()).containsEntry("c", free);
        scene.await(() -> controller.metrics().get("node.ipam.controller.nodes.waiting").gauge().value() == 0);
    }

    @Test
    void nodesThatTheFilterLeavesOutKeepTheirRangesAndGetNone() {
        scene.cluster().joinNode("ours", Map.of("pool", "blue"), Map.of());
        scene.cluster().joinNode("theirs", Map.of("pool", "red"), Map.of());
        scene.join("given");
        scene.give("given", "10.244.0.0/24");
        scene.start(filtered(SINGLE, "pool=blue"));
        scene.await(() -> !scene.shown().get("ours").isEmpty());
        scene.awaitStill(STILL);

        assertThat(scene.shown()).containsEntry("ours", "10.244.1.0/24").containsEntry("theirs", "");
        scene.cluster().labelNode("theirs", Map.of("pool", "blue"));
        scene.await(scene::allServed);
        assertThat(scene.isDisjoint()).isTrue();
    }

    @Test
    void duplicatesAndForeignRangesAreNamedAtTheStartAndStay() {
        scene.join("a", "b", "far");
        scene.give("a", "10.244.3.0/24");
        scene.give("b", "10.244.3.0/24");
        scene.give("far", "192.168.7.0/24");
        scene.start(SINGLE);
        scene.await(() -> scene.logs().contains("PodCIDROutsideClusterCIDR"));
        scene.join("c");
        scene.await(scene::allServed);
        scene.awaitStill(STILL);

        assertThat(scene.shown()).containsEntry("a", "10.244.3.0/24")
                .containsEntry("b", "10.244.3.0/24")
                .containsEntry("far", "192.168.7.0/24")
                .containsEntry("c", "10.244.0.0/24");
        List<String> told = new java.util.ArrayList<>(scene.events("a"));
        told.addAll(scene.events("b"));
        assertThat(told).singleElement().asString().startsWith("Warning DuplicatePodCIDR 10.244.3.0/24");
        assertThat(scene.logs().split("DuplicatePodCIDR", -1)).as("printed once").hasSize(2);
    }

    @Test
    void anotherLeaderGoesOnWhereTheOneBeforeEnded() {
        PodCidrControllerInProcess first = scene.start(SINGLE);
        scene.join("a", "b", "c");
        scene.await(scene::allServed);
        assertThat(first.follow()).isTrue();
        scene.cluster().removeNode("b");
        scene.join("d");
        scene.awaitStill(STILL);
        assertThat(scene.shown()).as("who does not lead gives nothing").containsEntry("d", "");

        scene.start(SINGLE);
        scene.await(scene::allServed);
        scene.join("e", "f");
        scene.await(scene::allServed);
        assertThat(scene.isDisjoint()).isTrue();
        first.lead();
        scene.awaitStill(STILL);
        assertThat(scene.isDisjoint()).isTrue();
    }

    @Test
    void aDryRunPlansOnceAndWritesNothing() {
        scene.join("a", "b");
        scene.start(new PodCidrSettings(SINGLE.ranges(), SINGLE.filter(), true));
        scene.await(() -> scene.logs().contains("NOT_ALLOWED"));
        scene.cluster().labelNode("a", Map.of("changed", "yes"));
        scene.awaitStill(STILL);

        assertThat(scene.shown()).containsOnly(Map.entry("a", ""), Map.entry("b", ""));
        assertThat(scene.logs()).contains("~ a   podCIDRs [10.244.");
        assertThat(scene.logs().split("Plan #", -1).length).isLessThanOrEqualTo(3);
    }
}
