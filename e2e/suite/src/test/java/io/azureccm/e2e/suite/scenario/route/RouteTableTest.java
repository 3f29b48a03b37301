package io.azureccm.e2e.suite.scenario.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.suite.harness.controller.RouteControllerInProcess;
import io.azureccm.route.reconcile.RouteTiming;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the route table and the nodes come to, from the first node to the last, and what that costs. */
class RouteTableTest {
    private static final String CONNECTED = "False RouteCreated";
    private static final String DISCONNECTED = "True NoRouteCreated";

    @TempDir
    Path folder;

    @Test
    void nodesThatJoinTogetherCostOneReadAndOneWrite() {
        try (RouteScenario scenario = RouteScenario.play(folder)) {
            scenario.awaitQuiet();
            scenario.resetCalls();
            IntStream.rangeClosed(1, 40).parallel().forEach(i -> scenario.addNode("n" + i, i));
            scenario.await("routes of 40 nodes", () -> scenario.problems(List.of()));
            assertThat(scenario.routes()).hasSize(40);
            assertThat(scenario.azure().calls().counters().reads()).isLessThanOrEqualTo(1);
            assertThat(scenario.azure().calls().counters().writes()).isLessThanOrEqualTo(3);
            scenario.assertSound();
        }
    }

    @Test
    void aRestartWithoutChangeCostsOneRead() {
        try (RouteScenario scenario = RouteScenario.play(folder)) {
            IntStream.rangeClosed(1, 5).forEach(i -> scenario.addNode("n" + i, i));
            scenario.await("routes", () -> scenario.problems(List.of()));
            scenario.stopController();
            scenario.resetCalls();
            String version = scenario.cluster().fingerprint();
            scenario.startController();
            scenario.awaitQuiet();
            scenario.assertCalls(1, 0);
            assertThat(scenario.cluster().fingerprint()).isEqualTo(version);
        }
    }

    @Test
    void bothFamiliesOfADualStackNodeLeadToItsAddressOfThatFamily() {
        try (RouteScenario scenario = RouteScenario.play(folder)) {
            scenario.addNode("n1", 1, List.of("10.244.1.0/24", "fd00:10:244:1::/64"));
            scenario.awaitCondition("n1", CONNECTED);
            assertThat(scenario.routes()).containsExactly("n1____102441024 10.244.1.0/24 VirtualAppliance 10.240.1.1",
                    "n1____fd0010244164 fd00:10:244:1::/64 VirtualAppliance fd00:10:240::1");
        }
    }

    @Test
    void aFamilyThatNodesDoNotSayComesFromSharedListsOfMachines() {
        Infrastructure infrastructure = Infrastructure.standard().dualStack().scaleSet("vmss-a", 6);
        try (RouteScenario scenario = RouteScenario.play(folder, infrastructure)) {
            scenario.awaitQuiet();
            scenario.resetCalls();
            for (int i = 0; i < 6; i++) {
                scenario.cluster()
                        .addNode("vmss-a00000" + i,
                                "azure://" + infrastructure.scaleSetId("vmss-a") + "/virtualMachines/" + i,
                                List.of("10.240.1." + i), Map.of(),
                                List.of("10.244." + i + ".0/24", "fd00:10:244:" + i + "::/64"));
            }
            for (int i = 0; i < 6; i++)
                scenario.awaitCondition("vmss-a00000" + i, CONNECTED);
            assertThat(scenario.routes()).hasSize(12)
                    .filteredOn(route -> route.contains("fd00:10:244:"))
                    .hasSize(6)
                    .allMatch(route -> route.contains(" VirtualAppliance fd00:10:240::"));
            assertThat(scenario.azure().calls().counters().reads()).isLessThanOrEqualTo(6);
            scenario.assertSound();
        }
    }

    @Test
    void aSingleMachineTellsItsAddressOfAFamilyToo() {
        Infrastructure infrastructure = Infrastructure.standard().dualStack().machine("vm-1");
        try (RouteScenario scenario = RouteScenario.play(folder, infrastructure)) {
            scenario.cluster()
                    .addNode("vm-1", "azure://" + infrastructure.machineId("vm-1"), List.of("10.240.1.1"), Map.of(),
                            List.of("10.244.1.0/24", "fd00:10:244:1::/64"));
            scenario.awaitCondition("vm-1", CONNECTED);
            assertThat(scenario.routes()).filteredOn(route -> route.contains(" VirtualAppliance fd00:10:240::"))
                    .hasSize(1);
            scenario.assertSound();
        }
    }

    @Test
    void aNodeThatMovesTakesItsRouteAlongAndOnlyItsOwnRouteGoesWithIt() {
        try (RouteScenario scenario = RouteScenario.play(folder)) {
            scenario.table().addForeignRoute("to-firewall", "0.0.0.0/0");
            scenario.table().addForeignRoute("pods-to-firewall", "10.244.0.0/16");
            scenario.addNode("node-1", 1);
            scenario.addNode("node-10", 10);
            List<String> foreign = List.of("pods-to-firewall 10.244.0.0/16 VirtualAppliance 10.250.0.4",
                    "to-firewall 0.0.0.0/0 VirtualAppliance 10.250.0.4");
            scenario.await("first routes", () -> scenario.problems(foreign));
            scenario.moveNode("node-1", List.of("10.240.1.77"));
            scenario.await("the new address", () -> scenario.problems(foreign));
            assertThat(scenario.routes()).contains("node-1____102441024 10.244.1.0/24 VirtualAppliance 10.240.1.77");
            scenario.cluster().removeNode("node-1");
            scenario.await("the route to go", () -> scenario.problems(foreign));
            assertThat(scenario.routes()).containsExactly(
                    "node-10____1024410024 10.244.10.0/24 VirtualAppliance 10.240.1.10",
                    foreign.get(0), foreign.get(1));
            scenario.assertSound();
        }
    }

    @Test
    void aMissingTableIsMadeWithPlaceAndTagsOnceARouteIsWanted() {
        ObjectNode tags = new ObjectMapper().createObjectNode().put("tags", "team=net,cost=7");
        try (RouteScenario scenario = new RouteScenario(folder, AzureSimulator.builder(),
                RouteControllerInProcess.QUICK,
                tags)) {
            scenario.table().detach();
            scenario.startController();
            scenario.addNode("n0", 0, List.of());
            scenario.awaitQuiet();
            assertThat(scenario.azure().resource(scenario.table().id())).isEmpty();
            scenario.addNode("n1", 1);
            scenario.awaitCondition("n1", CONNECTED);
            assertThat(scenario.table().body().path("location").asText()).isEqualTo("eastus");
            assertThat(scenario.table().body().path("tags"))
                    .isEqualTo(new ObjectMapper().createObjectNode().put("team", "net").put("cost", "7"));
            assertThat(scenario.routes()).hasSize(1);
            assertThat(scenario.condition("n0")).isEmpty();
        }
    }

    @Test
    void anUnmanagedNodeCountsAsConnectedAndGetsNoRoute() {
        try (RouteScenario scenario = RouteScenario.play(folder)) {
            scenario.addNode("n1", 1);
            scenario.awaitCondition("n1", CONNECTED);
            scenario.cluster()
                    .addNode("edge", "", List.of("192.168.7.7"), Map.of("kubernetes.azure.com/managed", "false"),
                            List.of("10.244.9.0/24"));
            scenario.awaitCondition("edge", CONNECTED);
            assertThat(scenario.routes()).hasSize(1);
            scenario.cluster().labelNode("n1", Map.of("kubernetes.azure.com/managed", "false"));
            scenario.moveNode("n1", List.of("10.240.1.50"));
            scenario.awaitQuiet();
            assertThat(scenario.routes()).containsExactly("n1____102441024 10.244.1.0/24 VirtualAppliance 10.240.1.1");
            scenario.cluster().removeNode("n1");
            scenario.await("its route to go", scenario::routes);
        }
    }

    @Test
    void ofTwoNodesWithOneRangeTheSecondIsToldWhoHasIt() {
        try (RouteScenario scenario = RouteScenario.play(folder)) {
            scenario.addNode("n1", 1);
            scenario.awaitCondition("n1", CONNECTED);
            scenario.addNode("n2", 2, List.of("10.244.1.0/24"));
            scenario.awaitCondition("n2", DISCONNECTED);
            scenario.awaitCondition("n1", CONNECTED);
            assertThat(scenario.events("n2")).singleElement()
                    .asString()
                    .startsWith("FailedToCreateRoute: Could not create route ")
                    .contains(" 10.244.1.0/24 for node n2 after ")
                    .contains("node n1 has the same range");
            scenario.cluster().removeNode("n1");
            scenario.awaitCondition("n2", CONNECTED);
            scenario.assertSound();
        }
    }

    @Test
    void nodesBeyondTheLimitOfATableAreToldSoAndTheOthersAreServed() {
        try (RouteScenario scenario = RouteScenario.play(folder)) {
            scenario.table().edit(table -> {
                var routes = table.withObjectProperty("properties").withArrayProperty("routes");
                for (int i = 0; i < 399; i++) {
                    routes.addObject()
                            .put("name", "user-" + i)
                            .putObject("properties")
                            .put("addressPrefix", "172.16." + i / 250 + "." + i % 250 + "/32")
                            .put("nextHopType", "None");
                }
            });
            scenario.addNode("n1", 1);
            scenario.awaitCondition("n1", CONNECTED);
            scenario.addNode("n2", 2);
            scenario.awaitCondition("n2", DISCONNECTED);
            assertThat(scenario.events("n2")).singleElement().asString().contains("Azure allows 400 in one table");
            assertThat(scenario.routes()).hasSize(400);
            assertThat(scenario.azure().calls().all()).noneMatch(call -> call.isWrite() && call.status() >= 400);
        }
    }

    @Test
    void nodesHearOfARouteOnlyAfterTheTimeThatItIsGivenToTakeEffect() {
        RouteTiming quick = RouteControllerInProcess.QUICK;
        RouteTiming patient = new RouteTiming(quick.idleWindow(), quick.maxAge(), quick.retryBase(), quick.retryCap(),
                quick.driftPeriod(), Duration.ofHours(1));
        try (RouteScenario scenario = new RouteScenario(folder, AzureSimulator.builder(), patient,
                new ObjectMapper().createObjectNode())) {
            scenario.startController();
            scenario.addNode("n1", 1);
            scenario.await("the route", () -> scenario.routes().isEmpty() ? List.of("no route") : List.of());
            scenario.addNode("n2", 2);
            scenario.await("both routes", () -> scenario.routes().size() == 2 ? List.of() : scenario.routes());
            assertThat(scenario.condition("n1")).isEmpty();
            assertThat(scenario.condition("n2")).isEmpty();
        }
    }

    @Test
    void aRangeOutsideTheClusterIsRoutedWithAWarningAndItsRouteStays() {
        try (RouteScenario scenario = RouteScenario.play(folder)) {
            scenario.addNode("n1", 1, List.of("10.99.1.0/24"));
            scenario.awaitCondition("n1", CONNECTED);
            assertThat(scenario.events("n1")).singleElement().asString().startsWith("PodCIDROutsideClusterCIDR: ");
            scenario.cluster().removeNode("n1");
            scenario.awaitQuiet();
            assertThat(scenario.routes()).containsExactly("n1____10991024 10.99.1.0/24 VirtualAppliance 10.240.1.1");
        }
    }

    static Stream<FaultAction> badAnswers() {
        return Stream.of(new FaultAction.Refuse(403, "AuthorizationFailed", "no"),
                new FaultAction.Refuse(400, "PolicyViolation", "no"),
                new FaultAction.FailOperation("InternalServerError", "no"));
    }

    @ParameterizedTest
    @MethodSource("badAnswers")
    void aFailedWriteReportsNoNodeAsConnectedAndOtherNodesStayConnected(FaultAction answer) {
        try (RouteScenario scenario = RouteScenario.play(folder)) {
            scenario.addNode("n1", 1);
            scenario.awaitCondition("n1", CONNECTED);
            scenario.azure().faults().add(Fault.on("PUT", "routeTables", answer));
            scenario.addNode("n2", 2);
            scenario.moveNode("n1", List.of("10.240.1.99"));
            scenario.await("the bad news", () -> scenario.condition("n2").equals(DISCONNECTED)
                    ? List.of()
                    : List.of(scenario.condition("n2")));
            assertThat(scenario.events("n2")).isNotEmpty()
                    .allMatch(event -> event.startsWith("FailedToCreateRoute: Could not create route "));
            scenario.azure().faults().clear();
            scenario.await("routes after all", () -> scenario.problems(List.of()));
            scenario.assertSound();
        }
    }

    @Test
    void nodesThatTheFilterLeavesOutAndTheirRoutesAreNotTouched() {
        try (RouteScenario scenario = RouteScenario.play(folder)) {
            scenario.addNode("n1", 1);
            scenario.addNode("n2", 2);
            scenario.await("first routes", () -> scenario.problems(List.of()));
            scenario.stopController();
            scenario.cluster().labelNode("n1", Map.of("pool", "blue"));
            scenario.startController(List.of("--node-filter-requirements=pool=blue"));
            scenario.addNode("n3", 3);
            scenario.cluster().labelNode("n3", Map.of("pool", "blue"));
            scenario.awaitCondition("n3", CONNECTED);
            assertThat(scenario.routes()).hasSize(3);
            scenario.addNode("n4", 4);
            scenario.awaitQuiet();
            assertThat(scenario.routes()).hasSize(3);
            assertThat(scenario.condition("n4")).isEmpty();
        }
    }
}
