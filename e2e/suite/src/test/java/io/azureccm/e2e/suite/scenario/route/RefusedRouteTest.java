package io.azureccm.e2e.suite.scenario.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.faults.Content;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.harness.controller.RouteControllerInProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Azure refuses the route of one node for good: others are served, routes are removed, and refused writes are few. */
class RefusedRouteTest {
    private static final String TABLES = "routeTables";
    private static final String CONNECTED = "False RouteCreated";
    private static final String DISCONNECTED = "True NoRouteCreated";
    /** The node with number 66. */
    private static final String BAD = "bad";

    @TempDir
    Path folder;

    static Stream<Arguments> refusals() {
        Fault conflict = Fault
                .on("PUT", TABLES, new FaultAction.Refuse(400, "InvalidNextHopIpAddress",
                        "The next hop of route bad____1024466024 is not allowed."))
                .content(new Content.Text(Content.pattern("\"10.240.1.66\"")));
        Fault odd = Fault.on("PUT", TABLES, new FaultAction.Refuse(400, "SomethingNew", "The request is not valid."))
                .content(new Content.Text(Content.pattern("\"10.244.66.0/24\"")));
        Fault policy = Fault.policy("no-such-next-hops", TABLES, "/properties/routes/*/properties/nextHopIpAddress",
                "^10\\.240\\.1\\.66$", false);
        return Stream.of(Arguments.of(conflict, "InvalidNextHopIpAddress", 1),
                Arguments.of(odd, "The request is not valid", 5),
                Arguments.of(policy, "RequestDisallowedByPolicy", 5));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void othersThatJoinAreServedAndRoutesAreRemovedAndOnlyTheRefusedNodeIsTold(Fault refusal, String said,
            int refusedWrites) {
        try (RouteScenario scenario = RouteScenario.play(folder)) {
            scenario.addNode("n1", 1);
            scenario.addNode("n2", 2);
            scenario.awaitCondition("n2", CONNECTED);
            scenario.azure().faults().add(refusal);
            scenario.resetCalls();

            scenario.addNode(BAD, 66);
            IntStream.rangeClosed(3, 9).forEach(i -> scenario.addNode("n" + i, i));
            scenario.cluster().removeNode("n1");
            scenario.await("the removal",
                    () -> scenario.routes().stream().filter(each -> each.startsWith("n1____")).toList());
            scenario.awaitCondition(BAD, DISCONNECTED);
            IntStream.rangeClosed(2, 9).forEach(i -> scenario.awaitCondition("n" + i, CONNECTED));

            assertThat(scenario.routes()).hasSize(8).noneMatch(route -> route.startsWith("n1____"));
            assertThat(scenario.events(BAD)).isNotEmpty()
                    .allMatch(event -> event.startsWith("FailedToCreateRoute") && event.contains(said));
            IntStream.rangeClosed(2, 9).forEach(i -> assertThat(scenario.events("n" + i)).isEmpty());
            assertThat(beforeTheLastAccepted(scenario)).isLessThanOrEqualTo(refusedWrites);
            assertThat(refused(scenario)).hasSizeLessThanOrEqualTo(8);
            scenario.assertSound();
        }
    }

    @Test
    void nodeThatJoinsWhileAnotherOneIsRefusedCostsOneWriteAndNoRefusedOne() {
        try (RouteScenario scenario = RouteScenario.play(folder)) {
            scenario.azure()
                    .faults()
                    .add(Fault.on("PUT", TABLES, new FaultAction.Refuse(400, "SomethingNew", "no"))
                            .content(new Content.Text(Content.pattern("\"10.244.66.0/24\""))));
            scenario.addNode(BAD, 66);
            scenario.awaitCondition(BAD, DISCONNECTED);
            scenario.await("the attempts to be used up to those kept for others",
                    () -> refused(scenario).size() < 5 ? List.of("too few") : List.of());
            scenario.resetCalls();

            scenario.addNode("n1", 1);
            scenario.awaitCondition("n1", CONNECTED);

            assertThat(scenario.azure().calls().counters().of("PUT", TABLES) - refused(scenario).size()).isOne();
        }
    }

    @Test
    void nodeIsServedSoonAfterAPolicyIsGone() {
        try (RouteScenario scenario = RouteScenario.play(folder)) {
            scenario.azure()
                    .faults()
                    .add(Fault.policy("no-such-next-hops", TABLES, "/properties/routes/*/properties/nextHopIpAddress",
                            "^10\\.240\\.1\\.66$", true));
            scenario.addNode(BAD, 66);
            scenario.addNode("n1", 1);
            scenario.awaitCondition(BAD, DISCONNECTED);
            scenario.azure().faults().clear();
            scenario.awaitCondition(BAD, CONNECTED);
            scenario.assertSound();
        }
    }

    @Test
    void lockIsToldToEverybodyWhoWaitsAndNobodyIsSearched() {
        try (RouteScenario scenario = new RouteScenario(folder, AzureSimulator.builder().retryAfter(0),
                RouteControllerInProcess.QUICK, new ObjectMapper().createObjectNode())) {
            scenario.azure().faults().add(Fault.lock(scenario.table().id(), false));
            scenario.startController();
            scenario.addNode("n1", 1);
            scenario.addNode("n2", 2);
            scenario.awaitCondition("n1", DISCONNECTED);
            scenario.awaitCondition("n2", DISCONNECTED);
            scenario.await("both to be told", () -> List.of("n1", "n2")
                    .stream()
                    .filter(node -> scenario.events(node).stream().noneMatch(event -> event.contains("ScopeLocked")))
                    .toList());
            assertThat(refused(scenario)).hasSizeLessThanOrEqualTo(8);
            scenario.azure().faults().clear();
            scenario.awaitCondition("n1", CONNECTED);
            scenario.awaitCondition("n2", CONNECTED);
        }
    }

    private static List<CallRecord> writes(RouteScenario scenario) {
        return scenario.azure()
                .calls()
                .all()
                .stream()
                .filter(call -> call.verb().equals("PUT") && call.type().equals(TABLES))
                .toList();
    }

    private static List<CallRecord> refused(RouteScenario scenario) {
        return writes(scenario).stream().filter(call -> call.status() >= 400).toList();
    }

    /** The number of refused writes before the others were served. */
    private static long beforeTheLastAccepted(RouteScenario scenario) {
        long last = writes(scenario).stream()
                .filter(call -> call.status() < 400)
                .mapToLong(CallRecord::number)
                .max()
                .orElseThrow();
        return refused(scenario).stream().filter(call -> call.number() < last).count();
    }
}
