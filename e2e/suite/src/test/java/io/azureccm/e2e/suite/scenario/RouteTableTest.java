package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.seed.Estate;
import io.azureccm.e2e.suite.harness.RouteControllerInProcess;
import io.azureccm.route.reconcile.Timing;
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
        try (RouteScene scene = RouteScene.play(folder)) {
            scene.awaitQuiet();
            scene.resetCalls();
            IntStream.rangeClosed(1, 40).parallel().forEach(i -> scene.addNode("n" + i, i));
            scene.await("routes of 40 nodes", () -> scene.problems(List.of()));
            assertThat(scene.routes()).hasSize(40);
            assertThat(scene.azure().calls().counters().reads()).isLessThanOrEqualTo(1);
            assertThat(scene.azure().calls().counters().writes()).isLessThanOrEqualTo(3);
            scene.assertSound();
        }
    }

    @Test
    void aRestartWithoutChangeCostsOneRead() {
        try (RouteScene scene = RouteScene.play(folder)) {
            IntStream.rangeClosed(1, 5).forEach(i -> scene.addNode("n" + i, i));
            scene.await("routes", () -> scene.problems(List.of()));
            scene.stopController();
            scene.resetCalls();
            String version = scene.cluster().fingerprint();
            scene.startController();
            scene.awaitQuiet();
            scene.assertCalls(1, 0);
            assertThat(scene.cluster().fingerprint()).isEqualTo(version);
        }
    }

    @Test
    void bothFamiliesOfADualStackNodeLeadToItsAddressOfThatFamily() {
        try (RouteScene scene = RouteScene.play(folder)) {
            scene.addNode("n1", 1, List.of("10.244.1.0/24", "fd00:10:244:1::/64"));
            scene.awaitCondition("n1", CONNECTED);
            assertThat(scene.routes()).containsExactly("n1____102441024 10.244.1.0/24 VirtualAppliance 10.240.1.1",
                    "n1____fd0010244164 fd00:10:244:1::/64 VirtualAppliance fd00:10:240::1");
        }
    }

    @Test
    void aFamilyThatNodesDoNotSayComesFromSharedListsOfMachines() {
        Estate estate = Estate.standard().dualStack().scaleSet("vmss-a", 6);
        try (RouteScene scene = RouteScene.play(folder, estate)) {
            scene.awaitQuiet();
            scene.resetCalls();
            for (int i = 0; i < 6; i++) {
                scene.cluster()
                        .addNode("vmss-a00000" + i, "azure://" + estate.scaleSetId("vmss-a") + "/virtualMachines/" + i,
                                List.of("10.240.1." + i), Map.of(),
                                List.of("10.244." + i + ".0/24", "fd00:10:244:" + i + "::/64"));
            }
            for (int i = 0; i < 6; i++)
                scene.awaitCondition("vmss-a00000" + i, CONNECTED);
            assertThat(scene.routes()).hasSize(12)
                    .filteredOn(route -> route.contains("fd00:10:244:"))
                    .hasSize(6)
                    .allMatch(route -> route.contains(" VirtualAppliance fd00:10:240::"));
            assertThat(scene.azure().calls().counters().reads()).isLessThanOrEqualTo(6);
            scene.assertSound();
        }
    }

    @Test
    void aSingleMachineTellsItsAddressOfAFamilyToo() {
        Estate estate = Estate.standard().dualStack().machine("vm-1");
        try (RouteScene scene = RouteScene.play(folder, estate)) {
            scene.cluster()
                    .addNode("vm-1", "azure://" + estate.machineId("vm-1"), List.of("10.240.1.1"), Map.of(),
                            List.of("10.244.1.0/24", "fd00:10:244:1::/64"));
            scene.awaitCondition("vm-1", CONNECTED);
            assertThat(scene.routes()).filteredOn(route -> route.contains(" VirtualAppliance fd00:10:240::"))
                    .hasSize(1);
            scene.assertSound();
        }
    }

    @Test
    void aNodeThatMovesTakesItsRouteAlongAndOnlyItsOwnRouteGoesWithIt() {
        try (RouteScene scene = RouteScene.play(folder)) {
            scene.addForeignRoute("to-firewall", "0.0.0.0/0");
            scene.addForeignRoute("pods-to-firewall", "10.244.0.0/16");
            scene.addNode("node-1", 1);
            scene.addNode("node-10", 10);
            List<String> foreign = List.of("pods-to-firewall 10.244.0.0/16 VirtualAppliance 10.250.0.4",
                    "to-firewall 0.0.0.0/0 VirtualAppliance 10.250.0.4");
            scene.await("first routes", () -> scene.problems(foreign));
            scene.moveNode("node-1", List.of("10.240.1.77"));
            scene.await("the new address", () -> scene.problems(foreign));
            assertThat(scene.routes()).contains("node-1____102441024 10.244.1.0/24 VirtualAppliance 10.240.1.77");
            scene.cluster().removeNode("node-1");
            scene.await("the route to go", () -> scene.problems(foreign));
            assertThat(scene.routes()).containsExactly(
                    "node-10____1024410024 10.244.10.0/24 VirtualAppliance 10.240.1.10",
                    foreign.get(0), foreign.get(1));
            scene.assertSound();
        }
    }

    @Test
    void aMissingTableIsMadeWithPlaceAndTagsOnceARouteIsWanted() {
        ObjectNode tags = new ObjectMapper().createObjectNode().put("tags", "team=net,cost=7");
        try (RouteScene scene = new RouteScene(folder, AzureSimulator.builder(), RouteControllerInProcess.QUICK,
                tags)) {
            scene.detachTable();
            scene.startController();
            scene.addNode("n0", 0, List.of());
            scene.awaitQuiet();
            assertThat(scene.azure().resource(scene.tableId())).isEmpty();
            scene.addNode("n1", 1);
            scene.awaitCondition("n1", CONNECTED);
            assertThat(scene.table().path("location").asText()).isEqualTo("eastus");
            assertThat(scene.table().path("tags"))
                    .isEqualTo(new ObjectMapper().createObjectNode().put("team", "net").put("cost", "7"));
            assertThat(scene.routes()).hasSize(1);
            assertThat(scene.condition("n0")).isEmpty();
        }
    }

    @Test
    void anUnmanagedNodeCountsAsConnectedAndGetsNoRoute() {
        try (RouteScene scene = RouteScene.play(folder)) {
            scene.addNode("n1", 1);
            scene.awaitCondition("n1", CONNECTED);
            scene.cluster()
                    .addNode("edge", "", List.of("192.168.7.7"), Map.of("kubernetes.azure.com/managed", "false"),
                            List.of("10.244.9.0/24"));
            scene.awaitCondition("edge", CONNECTED);
            assertThat(scene.routes()).hasSize(1);
            scene.cluster().labelNode("n1", Map.of("kubernetes.azure.com/managed", "false"));
            scene.moveNode("n1", List.of("10.240.1.50"));
            scene.awaitQuiet();
            assertThat(scene.routes()).containsExactly("n1____102441024 10.244.1.0/24 VirtualAppliance 10.240.1.1");
            scene.cluster().removeNode("n1");
            scene.await("its route to go", scene::routes);
        }
    }

    @Test
    void ofTwoNodesWithOneRangeTheSecondIsToldWhoHasIt() {
        try (RouteScene scene = RouteScene.play(folder)) {
            scene.addNode("n1", 1);
            scene.awaitCondition("n1", CONNECTED);
            scene.addNode("n2", 2, List.of("10.244.1.0/24"));
            scene.awaitCondition("n2", DISCONNECTED);
            scene.awaitCondition("n1", CONNECTED);
            assertThat(scene.events("n2")).singleElement()
                    .asString()
                    .startsWith("FailedToCreateRoute: Could not create route ")
                    .contains(" 10.244.1.0/24 for node n2 after ")
                    .contains("node n1 has the same range");
            scene.cluster().removeNode("n1");
            scene.awaitCondition("n2", CONNECTED);
            scene.assertSound();
        }
    }

    @Test
    void nodesBeyondTheLimitOfATableAreToldSoAndTheOthersAreServed() {
        try (RouteScene scene = RouteScene.play(folder)) {
            scene.editTable(table -> {
                var routes = table.withObjectProperty("properties").withArrayProperty("routes");
                for (int i = 0; i < 399; i++) {
                    routes.addObject()
                            .put("name", "user-" + i)
                            .putObject("properties")
                            .put("addressPrefix", "172.16." + i / 250 + "." + i % 250 + "/32")
                            .put("nextHopType", "None");
                }
            });
            scene.addNode("n1", 1);
            scene.awaitCondition("n1", CONNECTED);
            scene.addNode("n2", 2);
            scene.awaitCondition("n2", DISCONNECTED);
            assertThat(scene.events("n2")).singleElement().asString().contains("Azure takes 400 in one table");
            assertThat(scene.routes()).hasSize(400);
            assertThat(scene.azure().calls().all()).noneMatch(call -> call.isWrite() && call.status() >= 400);
        }
    }

    @Test
    void nodesHearOfARouteOnlyAfterTheTimeThatItIsGivenToTakeEffect() {
        Timing quick = RouteControllerInProcess.QUICK;
        Timing patient = new Timing(quick.idleWindow(), quick.maxAge(), quick.retryBase(), quick.retryCap(),
                quick.driftPeriod(), Duration.ofHours(1));
        try (RouteScene scene = new RouteScene(folder, AzureSimulator.builder(), patient,
                new ObjectMapper().createObjectNode())) {
            scene.startController();
            scene.addNode("n1", 1);
            scene.await("the route", () -> scene.routes().isEmpty() ? List.of("no route") : List.of());
            scene.addNode("n2", 2);
            scene.await("both routes", () -> scene.routes().size() == 2 ? List.of() : scene.routes());
            assertThat(scene.condition("n1")).isEmpty();
            assertThat(scene.condition("n2")).isEmpty();
        }
    }

    @Test
    void aRangeOutsideTheClusterIsRoutedWithAWarningAndItsRouteStays() {
        try (RouteScene scene = RouteScene.play(folder)) {
            scene.addNode("n1", 1, List.of("10.99.1.0/24"));
            scene.awaitCondition("n1", CONNECTED);
            assertThat(scene.events("n1")).singleElement().asString().startsWith("PodCIDROutsideClusterCIDR: ");
            scene.cluster().removeNode("n1");
            scene.awaitQuiet();
            assertThat(scene.routes()).containsExactly("n1____10991024 10.99.1.0/24 VirtualAppliance 10.240.1.1");
        }
    }

    static Stream<FaultAction> badAnswers() {
        return Stream.of(new FaultAction.Refuse(403, "AuthorizationFailed", "no"),
                new FaultAction.Refuse(400, "PolicyViolation", "no"),
                new FaultAction.FailOperation("InternalServerError", "no"));
    }

    @ParameterizedTest
    @MethodSource("badAnswers")
    void aFailedWriteNeverGivesGoodNewsAndNeverTakesThemFromOthers(FaultAction answer) {
        try (RouteScene scene = RouteScene.play(folder)) {
            scene.addNode("n1", 1);
            scene.awaitCondition("n1", CONNECTED);
            scene.azure().faults().add(Fault.on("PUT", "routeTables", answer));
            scene.addNode("n2", 2);
            scene.moveNode("n1", List.of("10.240.1.99"));
            scene.await("the bad news", () -> scene.condition("n2").equals(DISCONNECTED)
                    ? List.of()
                    : List.of(scene.condition("n2")));
            assertThat(scene.events("n2")).isNotEmpty()
                    .allMatch(event -> event.startsWith("FailedToCreateRoute: Could not create route "));
            scene.azure().faults().clear();
            scene.await("routes after all", () -> scene.problems(List.of()));
            scene.assertSound();
        }
    }

    @Test
    void nodesThatTheFilterLeavesOutAndTheirRoutesAreNotTouched() {
        try (RouteScene scene = RouteScene.play(folder)) {
            scene.addNode("n1", 1);
            scene.addNode("n2", 2);
            scene.await("first routes", () -> scene.problems(List.of()));
            scene.stopController();
            scene.cluster().labelNode("n1", Map.of("pool", "blue"));
            scene.startController(List.of("--node-filter-requirements=pool=blue"));
            scene.addNode("n3", 3);
            scene.cluster().labelNode("n3", Map.of("pool", "blue"));
            scene.awaitCondition("n3", CONNECTED);
            assertThat(scene.routes()).hasSize(3);
            scene.addNode("n4", 4);
            scene.awaitQuiet();
            assertThat(scene.routes()).hasSize(3);
            assertThat(scene.condition("n4")).isEmpty();
        }
    }
}
