package io.azureccm.e2e.suite.node.ipam;

import static io.azureccm.e2e.suite.node.ipam.PodCidrScenario.filtered;
import static io.azureccm.e2e.suite.node.ipam.PodCidrScenario.ranges;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.node.ipam.PodCidrSettings;
import io.micrometer.core.instrument.Counter;
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
    void nodesOfADualStackClusterGetOneRangeOfEachFamilyInOneWrite() {
        scenario.join("a");
        scenario.start(DUAL);
        scenario.await(scenario::allServed);
        scenario.join("b");
        scenario.await(scenario::allServed);

        assertThat(scenario.shown()).containsExactly(Map.entry("a", "10.244.0.0/24,fd00:10::/64"),
                Map.entry("b", "10.244.1.0/24,fd00:10:0:1::/64"));
        scenario.awaitStill(STILL);
        assertThat(scenario.patches()).isEqualTo(2);
    }

    @Test
    void whatNodesHaveIsKnownBeforeAnythingIsGiven() {
        scenario.join("old", "new");
        scenario.give("old", "10.244.0.0/24");
        scenario.start(SINGLE);
        scenario.await(scenario::allServed);

        assertThat(scenario.shown()).containsEntry("old", "10.244.0.0/24").containsEntry("new", "10.244.1.0/24");
    }

    @Test
    void aThousandNodesAtOnceAreServedWithOneWriteEach() {
        IntStream.range(0, 1000)
                .forEach(i -> scenario.api().apply("""
                        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "node-%04d"}}""".formatted(i)));
        scenario.start(ranges("10.240.0.0/12=24", "fd00:10::/48=64"));
        scenario.await(scenario::allServed);
        scenario.awaitStill(STILL);

        assertThat(scenario.isDisjoint()).isTrue();
        assertThat(scenario.patches()).isEqualTo(1000);
        assertThat(scenario.shown()).hasSize(1000).containsEntry("node-0999", "10.243.231.0/24,fd00:10:0:3e7::/64");
    }

    @Test
    void aRangeOfANodeThatLeftServesAnotherAndANodeThatComesBackGetsOne() {
        PodCidrControllerInProcess controller = scenario.start(TWO);
        scenario.join("a");
        scenario.await(scenario::allServed);
        scenario.join("b");
        scenario.await(scenario::allServed);
        scenario.cluster().removeNode("a");
        scenario.join("a");
        scenario.await(scenario::allServed);

        assertThat(scenario.shown()).containsExactly(Map.entry("a", "10.244.0.0/24"), Map.entry("b", "10.244.1.0/24"));
        Counter allocations = controller.metrics()
                .get("node.ipam.controller.cidrset.cidrs.allocations")
                .counter();
        Counter releases = controller.metrics().get("node.ipam.controller.cidrset.cidrs.releases").counter();
        // The node shows its range before the controller has the answer that it counts.
        scenario.await(() -> allocations.count() >= 3 && releases.count() >= 1);
        assertThat(allocations.count()).isEqualTo(3);
        assertThat(releases.count()).isEqualTo(1);
    }

    @Test
    void aNodeThatFindsNothingFreeIsToldAndServedWhenARangeIsFree() {
        PodCidrControllerInProcess controller = scenario.start(TWO);
        scenario.join("a", "b");
        scenario.await(scenario::allServed);
        scenario.join("c");
        // A turn counts what it finds after it has told it.
        scenario.await(() -> !scenario.events("c").isEmpty() && waiting(controller) == 1);

        assertThat(scenario.events("c"))
                .containsExactly("Normal CIDRNotAvailable Node c status is now: CIDRNotAvailable: "
                        + "no /24 is free in --cluster-cidr 10.244.0.0/23, 2 of 2 are taken");
        assertThat(waiting(controller)).isEqualTo(1);
        assertThat(controller.metrics().get("node.ipam.controller.cidrset.usage.cidrs").gauge().value()).isEqualTo(1);
        scenario.cluster().labelNode("c", Map.of("changed", "yes"));
        scenario.awaitStill(STILL);
        assertThat(scenario.shown()).containsEntry("c", "");

        String free = scenario.shown().get("a");
        scenario.cluster().removeNode("a");
        scenario.await(scenario::allServed);
        assertThat(scenario.shown()).containsEntry("c", free);
        scenario.await(() -> waiting(controller) == 0);
    }

    /** How many nodes are counted as waiting. */
    private static double waiting(PodCidrControllerInProcess controller) {
        return controller.metrics().get("node.ipam.controller.nodes.waiting").gauge().value();
    }

    @Test
    void nodesThatTheFilterLeavesOutKeepTheirRangesAndGetNone() {
        scenario.cluster().joinNode("ours", Map.of("pool", "blue"), Map.of());
        scenario.cluster().joinNode("theirs", Map.of("pool", "red"), Map.of());
        scenario.join("given");
        scenario.give("given", "10.244.0.0/24");
        scenario.start(filtered(SINGLE, "pool=blue"));
        scenario.await(() -> !scenario.shown().get("ours").isEmpty());
        scenario.awaitStill(STILL);

        assertThat(scenario.shown()).containsEntry("ours", "10.244.1.0/24").containsEntry("theirs", "");
        scenario.cluster().labelNode("theirs", Map.of("pool", "blue"));
        scenario.await(scenario::allServed);
        assertThat(scenario.isDisjoint()).isTrue();
    }

    @Test
    void duplicatesAndForeignRangesAreNamedAtTheStartAndStay() {
        scenario.join("a", "b", "far");
        scenario.give("a", "10.244.3.0/24");
        scenario.give("b", "10.244.3.0/24");
        scenario.give("far", "192.168.7.0/24");
        scenario.start(SINGLE);
        scenario.await(() -> scenario.logs().contains("PodCIDROutsideClusterCIDR"));
        scenario.join("c");
        scenario.await(() -> scenario.allServed()
                && !(scenario.events("a").isEmpty() && scenario.events("b").isEmpty()));
        scenario.awaitStill(STILL);

        assertThat(scenario.shown()).containsEntry("a", "10.244.3.0/24")
                .containsEntry("b", "10.244.3.0/24")
                .containsEntry("far", "192.168.7.0/24")
                .containsEntry("c", "10.244.0.0/24");
        List<String> told = new java.util.ArrayList<>(scenario.events("a"));
        told.addAll(scenario.events("b"));
        assertThat(told).singleElement().asString().startsWith("Warning DuplicatePodCIDR 10.244.3.0/24");
        assertThat(scenario.logs().split("DuplicatePodCIDR", -1)).as("printed once").hasSize(2);
    }

    @Test
    void anotherLeaderGoesOnWhereTheOneBeforeEnded() {
        PodCidrControllerInProcess first = scenario.start(SINGLE);
        scenario.join("a", "b", "c");
        scenario.await(scenario::allServed);
        assertThat(first.stop()).isTrue();
        scenario.cluster().removeNode("b");
        scenario.join("d");
        scenario.awaitStill(STILL);
        assertThat(scenario.shown()).as("who does not lead gives nothing").containsEntry("d", "");

        scenario.start(SINGLE);
        scenario.await(scenario::allServed);
        scenario.join("e", "f");
        scenario.await(scenario::allServed);
        assertThat(scenario.isDisjoint()).isTrue();
        first.start();
        scenario.awaitStill(STILL);
        assertThat(scenario.isDisjoint()).isTrue();
    }

    @Test
    void aDryRunPlansOnceAndWritesNothing() {
        scenario.join("a", "b");
        scenario.start(new PodCidrSettings(SINGLE.ranges(), SINGLE.filter(), true, false));
        scenario.await(() -> scenario.logs().contains("NOT_ALLOWED"));
        scenario.cluster().labelNode("a", Map.of("changed", "yes"));
        scenario.awaitStill(STILL);

        assertThat(scenario.shown()).containsOnly(Map.entry("a", ""), Map.entry("b", ""));
        assertThat(scenario.logs()).contains("> node a  podCIDRs [10.244.");
        assertThat(scenario.logs().split("Plan #", -1).length).isLessThanOrEqualTo(3);
    }
}
