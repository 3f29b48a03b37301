package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Azure refuses the routes of some nodes for as long as they are in the table, in virtual time. */
class RefusedRouteTest extends RefusedRouteFixture {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"SomethingNew|This is odd.|7",
            "RequestDisallowedByPolicy|Resource 'rt' was disallowed by policy.|7",
            "InvalidNextHopIpAddress|Route n13____1024413024 has a next hop that is not allowed.|1",
            "SomethingNew|10.240.0.13 is not allowed.|2", "SomethingNew|10.244.13.0/24 is not allowed.|2"})
    void othersThatJoinWithANodeThatIsRefusedHaveTheirRoutesSoonAndOnlyThatNodeIsToldWhatAzureSays(String code,
            String message, int refused) {
        refuse(code, message, 13);
        IntStream.rangeClosed(2, 40).forEach(cluster::join);

        cluster.loop.advance(SOON);

        assertThat(cluster.routes()).isEqualTo(routesOf(IntStream.rangeClosed(1, 40).filter(i -> i != 13)));
        assertThat(cluster.conditions).hasSize(40)
                .contains("n13 false")
                .filteredOn(each -> each.endsWith("true"))
                .hasSize(39);
        assertThat(cluster.routed).singleElement().asString().startsWith("n13 ");
        assertThat(cluster.routed(13)).contains(message, " What to do: ");
        assertThat(cluster.arm.refusedPuts()).isLessThanOrEqualTo(refused + 2);
        assertThat(toldNodes()).containsExactly("n13");
    }

    @Test
    void removalBesideARefusedNodeIsNotDelayed() {
        IntStream.rangeClosed(2, 5).forEach(cluster::join);
        cluster.loop.advance(SOON);
        refuse("SomethingNew", "odd", 13);
        cluster.join(13);
        cluster.join(14);
        cluster.leave(2);
        cluster.leave(3);

        cluster.loop.advance(SOON);
        assertThat(cluster.routes()).containsExactlyElementsOf(routesOf(IntStream.of(1, 4, 5, 14)));

        cluster.leave(4);
        cluster.loop.advance(SOON);
        assertThat(cluster.routes()).containsExactlyElementsOf(routesOf(IntStream.of(1, 5, 14)));
    }

    @Test
    void changedNextHopThatIsRefusedLeavesTheRouteAsItIsAndIsReported() {
        refuse("SomethingNew", "odd", 99);
        cluster.change(1, node -> node.editStatus()
                .withAddresses()
                .addNewAddress("10.240.0.99", "InternalIP")
                .endStatus());
        cluster.join(2);

        cluster.loop.advance(SOON);

        assertThat(cluster.routes()).hasSize(2);
        assertThat(cluster.conditions).contains("n1 false", "n2 true");
    }

    @Test
    void nodesThatJoinLaterAreServedAsIfTheRefusedNodeWereNotThere() {
        refuse("SomethingNew", "odd", 13);
        cluster.join(13);
        cluster.loop.advance(MINUTE.multipliedBy(10));
        int before = cluster.arm.refusedPuts();
        long writes = cluster.writes();
        cluster.join(2);
        cluster.leave(1);
        cluster.loop.advance(Duration.ofMillis(1100));

        assertThat(cluster.routes()).containsExactlyElementsOf(routesOf(IntStream.of(2)));
        assertThat(cluster.writes() - writes).isOne();
        assertThat(cluster.arm.refusedPuts()).isEqualTo(before);
    }

    @Test
    void refusedWritesStayWithinTheBoundWhateverTheContentsAndOthersAreServed() {
        refuse("SomethingNew", "odd", 200, 201, 202, 203, 204, 205, 206, 207, 208, 209);
        IntStream.range(200, 210).forEach(cluster::join);
        for (int second = 1; second <= 300; second++) {
            int culprit = 200 + second % 10;
            String address = second % 2 == 0 ? "" + culprit : "" + (200 + (second + 3) % 10);
            cluster.change(culprit, node -> node.editStatus()
                    .withAddresses()
                    .addNewAddress("10.240.0." + address, "InternalIP")
                    .endStatus());
            if (second % 10 == 0)
                cluster.join(1 + second / 10);
            cluster.loop.advance(Duration.ofSeconds(1));
            assertThat(cluster.arm.refusedPuts()).isLessThanOrEqualTo(8 + second / 60);
        }
        cluster.loop.advance(Duration.ofSeconds(15));

        assertThat(cluster.routes()).isEqualTo(routesOf(IntStream.rangeClosed(1, 31)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 65, 130, 199})
    void oneAmongTwoHundredThatAzureDoesNotNameIsFoundWithoutUsingUpTheBound(int bad) {
        refuse("SomethingNew", "odd", bad);
        IntStream.range(2, 200).forEach(cluster::join);

        cluster.loop.advance(SOON);

        assertThat(cluster.routes()).isEqualTo(routesOf(IntStream.range(1, 200).filter(i -> i != bad)));
        assertThat(cluster.arm.refusedPuts()).isLessThanOrEqualTo(8);
        cluster.leave(1);
        cluster.loop.advance(SOON);
        assertThat(cluster.routes()).doesNotContain("n1____102441024");
    }

    @Test
    void allInnocentNodesAreServedHoweverManyAreRefused() {
        int[] bad = {3, 6, 9, 12, 15, 18};
        refuse("SomethingNew", "odd", bad);
        IntStream.range(2, 20).forEach(cluster::join);

        cluster.loop.advance(SOON);
        assertThat(toldNodes()).as("who waits for the bound is told until when").contains("n3");
        cluster.loop.advance(MINUTE.multipliedBy(8));

        assertThat(cluster.routes()).isEqualTo(
                routesOf(IntStream.range(1, 20).filter(i -> Arrays.stream(bad).noneMatch(each -> each == i))));
        assertThat(Arrays.stream(bad).mapToObj(cluster::routed)).allMatch(each -> each.contains("RejectedByAzure"));
    }

    @Test
    void nodeIsServedWithinAMinuteAfterAzureHasStoppedToRefuseIt() {
        refuse("SomethingNew", "odd", 13, 14);
        cluster.join(13);
        cluster.join(14);
        cluster.loop.advance(MINUTE.multipliedBy(30));
        refuse("", "");

        cluster.loop.advance(Duration.ofSeconds(62));

        assertThat(cluster.routes()).isEqualTo(routesOf(IntStream.of(1, 13, 14)));
        assertThat(cluster.conditions).contains("n13 true", "n14 true");
        assertThat(cluster.routed(13)).startsWith("True (RouteCreated)");
    }

    @Test
    void refusedNodeThatChangesIsTriedAtOnce() {
        refuse("SomethingNew", "odd", 13);
        cluster.join(13);
        cluster.loop.advance(MINUTE.multipliedBy(10));
        cluster.change(13, node -> node.editStatus()
                .withAddresses()
                .addNewAddress("10.240.0.14", "InternalIP")
                .endStatus());

        cluster.loop.advance(SOON);

        assertThat(cluster.routes()).isEqualTo(routesOf(IntStream.of(1, 13)));
    }

    private List<String> toldNodes() {
        return cluster.events()
                .stream()
                .filter(event -> event.endsWith("FailedToCreateRoute"))
                .map(event -> event.split(" ")[0])
                .distinct()
                .toList();
    }
}
