package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Azure refuses what concerns the whole route table, such as its limit, in virtual time. */
class RouteTableLimitTest extends RefusedRouteFixture {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"409|ScopeLocked|The scope is locked.|Locked",
            "403|AuthorizationFailed|The client has no authorization.|Forbidden",
            "409|ReadOnlyDisabledSubscription|The subscription is disabled.|RejectedByAzure",
            "404|ResourceGroupNotFound|Resource group 'k8s' could not be found.|RejectedByAzure",
            "403|RequestDisallowedByPolicy|Denied (the policy evaluated: location, name)|DeniedByPolicy"})
    void whatConcernsTheWholeTableIsNotSearchedAndHasOneBackOff(int status, String code, String message,
            String reason) {
        refuse(body -> true, status, code, message);
        cluster.join(2);
        cluster.join(3);
        cluster.leave(1);

        cluster.loop.advance(Duration.ofMillis(1100));
        assertThat(cluster.arm.refusedPuts()).isOne();
        cluster.loop.advance(MINUTE.minusMillis(1200));

        assertThat(cluster.arm.refusedPuts()).as("after 1, 2, 4, 8, 16 and 32 seconds").isEqualTo(6);
        assertThat(cluster.routed).containsExactlyInAnyOrder("n2 False (" + reason + ")", "n3 False (" + reason + ")");
        refuse("", "");
        cluster.loop.advance(Duration.ofSeconds(20));
        assertThat(cluster.routes()).isEqualTo(routesOf(IntStream.of(2, 3)));
    }

    @Test
    void azureMayAllowFewerRoutesThanExpectedAndTheOldestNodesThatFitAreServed() {
        refuse(body -> body.at("/properties/routes").size() > 5, 400, "RouteTableRouteLimitReached",
                "Cannot have more than 5 routes in the route table /subscriptions/sub/rt.");
        IntStream.rangeClosed(2, 9).forEach(cluster::join);

        cluster.loop.advance(SOON);

        assertThat(cluster.routes()).isEqualTo(routesOf(IntStream.rangeClosed(1, 5)));
        assertThat(cluster.arm.refusedPuts()).isOne();
        assertThat(cluster.routed(6)).contains("RouteTableFull", "Azure allows 5 in one table");
        cluster.leave(2);
        cluster.loop.advance(SOON);
        assertThat(cluster.routes()).isEqualTo(routesOf(IntStream.of(1, 3, 4, 5, 6)));
        assertThat(cluster.arm.refusedPuts()).isOne();
    }

    @Test
    void limitWithoutANumberIsFoundByHalvesAndTheOldestNodesThatFitAreServed() {
        refuse(body -> body.at("/properties/routes").size() > 5, 400, "RouteTableRouteLimitReached",
                "Too many routes.");
        IntStream.rangeClosed(2, 9).forEach(cluster::join);

        cluster.loop.advance(SOON);

        assertThat(cluster.routes()).isEqualTo(routesOf(IntStream.rangeClosed(1, 5)));
        assertThat(cluster.arm.refusedPuts()).isLessThanOrEqualTo(4);
    }

    @Test
    void tableThatMayHaveMoreRoutesThanExpectedGetsThemAMinuteLater() {
        IntStream.range(0, 399)
                .forEach(i -> cluster.route("user" + i, "172.16." + i / 250 + "." + i % 250 + "/32",
                        "10.250.0.4"));
        refuse(body -> body.at("/properties/routes").size() > 402, 400, "RouteTableRouteLimitReached",
                "Cannot have more than 402 routes in the route table rt.");
        cluster.loop.advance(VirtualCluster.TTL);
        IntStream.rangeClosed(2, 5).forEach(cluster::join);
        cluster.loop.advance(SOON);
        assertThat(nodeRoutes()).isEqualTo(routesOf(IntStream.of(1)));
        assertThat(cluster.arm.refusedPuts()).isZero();

        cluster.loop.advance(MINUTE.plusSeconds(10));
        assertThat(nodeRoutes()).isEqualTo(routesOf(IntStream.of(1, 2, 3)));
        assertThat(cluster.routed(4)).contains("RouteTableFull");
        cluster.loop.advance(MINUTE.multipliedBy(50));
        assertThat(cluster.arm.refusedPuts()).as("Azure's answer stands for an hour").isOne();
    }

    @Test
    void refusalOfWhatStandsInTheTableIsToldToThoseThatWaitForIt() {
        refuse("RequestDisallowedByPolicy", "odd", 1);
        cluster.join(2);
        cluster.join(3);
        cluster.leave(1, true);

        cluster.loop.advance(SOON);

        assertThat(cluster.routes()).as("without it").isEqualTo(routesOf(IntStream.of(2, 3)));
    }

    private List<String> nodeRoutes() {
        return cluster.routes().stream().filter(route -> !route.startsWith("user")).toList();
    }
}
