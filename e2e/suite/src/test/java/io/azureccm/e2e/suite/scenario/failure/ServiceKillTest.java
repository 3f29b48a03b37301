package io.azureccm.e2e.suite.scenario.failure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.operations.Delay;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.suite.harness.controller.CrashPoint.When;
import io.azureccm.e2e.suite.harness.controller.CrashPoint;
import io.azureccm.e2e.suite.scenario.PoolMembers;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import io.azureccm.e2e.suite.state.AzureStateNormaliser;
import io.azureccm.e2e.suite.state.StateDiff;
import io.azureccm.e2e.suite.state.UidNames;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The service controller is killed at every write of the first Service of a cluster, and of its deletion: before the write (the
 * write before it has ended then), right after it, and while Azure carries it out. The next instance leaves behind what one that was
 * never killed leaves behind.
 */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class ServiceKillTest {
    private static final String SERVICE = "web";
    private static final String MODEL = "virtualMachineScaleSets";
    private static final String POOLED = "virtualMachineScaleSets/virtualMachines";
    private static final int OPERATION_MILLIS = 1_500;

    private static final List<String> CREATION = List.of("PUT publicIPAddresses", "PUT loadBalancers",
            "PUT networkSecurityGroups", "PUT " + MODEL, "PUT " + POOLED, "PUT networkInterfaces");
    /** Interfaces of single machines leave the pool with the load balancer. */
    private static final List<String> DELETION = List.of("PUT networkSecurityGroups", "PUT " + MODEL, "PUT " + POOLED,
            "DELETE loadBalancers", "DELETE publicIPAddresses");

    private static ObjectNode served;
    private static ObjectNode left;
    private static Set<String> writesOfCreation;
    private static Set<String> writesOfDeletion;

    @TempDir
    Path folder;

    /** One that nobody kills, to compare with. */
    @BeforeAll
    static void undisturbed(@TempDir Path folder) {
        try (ServiceScenario scenario = open(folder)) {
            scenario.startController();
            scenario.apply(SERVICE);
            awaitServed(scenario);
            served = state(scenario);
            writesOfCreation = writes(scenario);
            scenario.resetCalls();
            scenario.delete(SERVICE);
            awaitGone(scenario);
            left = state(scenario);
            writesOfDeletion = writes(scenario);
        }
    }

    @Test
    void everyWriteIsInTheTable() {
        assertThat(writesOfCreation).containsExactlyInAnyOrderElementsOf(CREATION);
        assertThat(writesOfDeletion).containsExactlyInAnyOrderElementsOf(DELETION);
    }

    static Stream<CrashPoint> deathsOfCreation() {
        return crashPoints(
                Stream.concat(CREATION.stream(), Stream.of(CrashingController.ADD_FINALIZER, CrashingController.STATUS))
                        .toList());
    }

    static Stream<CrashPoint> deathsOfDeletion() {
        return crashPoints(Stream.concat(DELETION.stream(), Stream.of(CrashingController.REMOVE_FINALIZER)).toList());
    }

    private static Stream<CrashPoint> crashPoints(Collection<String> writes) {
        return writes.stream()
                .flatMap(write -> Stream.of(When.values()).map(when -> CrashPoint.at(write, when)));
    }

    @ParameterizedTest
    @MethodSource("deathsOfCreation")
    void firstServiceIsServedByTheNextInstance(CrashPoint crashPoint) {
        try (ServiceScenario scenario = open(folder);
                CrashingController first = new CrashingController(scenario, "killed", crashPoint.arm())) {
            scenario.apply(SERVICE);
            scenario.await("the crashPoint", first::isDead, first::log);
            goOn(scenario, first);
        }
    }

    static List<String> creation() {
        return CREATION;
    }

    @ParameterizedTest
    @MethodSource("creation")
    void firstServiceWhoseWriteAzureCarriesOutIsServedByTheNextInstance(String write) {
        try (ServiceScenario scenario = open(folder);
                CrashingController first = new CrashingController(scenario, "killed", CrashPoint.never())) {
            slow(scenario, write);
            scenario.apply(SERVICE);
            awaitRunning(scenario, first, write);
            goOn(scenario, first);
        }
    }

    @ParameterizedTest
    @MethodSource("deathsOfDeletion")
    void deletionIsFinishedByTheNextInstance(CrashPoint crashPoint) {
        try (ServiceScenario scenario = open(folder);
                CrashingController first = new CrashingController(scenario, "killed", crashPoint)) {
            scenario.apply(SERVICE);
            awaitServed(scenario);
            crashPoint.arm();
            scenario.delete(SERVICE);
            scenario.await("the crashPoint", first::isDead, first::log);
            finish(scenario, first);
        }
    }

    static List<String> deletion() {
        return DELETION;
    }

    @ParameterizedTest
    @MethodSource("deletion")
    void deletionThatAzureCarriesOutIsFinishedByTheNextInstance(String write) {
        try (ServiceScenario scenario = open(folder);
                CrashingController first = new CrashingController(scenario, "killed", CrashPoint.never())) {
            scenario.apply(SERVICE);
            awaitServed(scenario);
            scenario.resetCalls();
            slow(scenario, write);
            scenario.delete(SERVICE);
            awaitRunning(scenario, first, write);
            finish(scenario, first);
        }
    }

    @Test
    void whatHappensWhileNobodyLivesIsMadeUpFor() {
        try (ServiceScenario scenario = open(folder);
                CrashingController first = new CrashingController(scenario, "killed", CrashPoint.never())) {
            scenario.apply("gone", 81, "{}");
            scenario.awaitAddresses("gone");
            scenario.awaitQuiet();
            first.die();
            scenario.delete("gone");
            scenario.apply(SERVICE);
            first.assertInvariantHeld();
            scenario.startController();
            scenario.await("the end of the Service", () -> !scenario.exists("gone"));
            awaitServed(scenario);
            scenario.assertSound();
            takeDown(scenario);
        }
    }

    /** The state at the crashPoint is true, the next one serves the Service and is able to take everything down. */
    private static void goOn(ServiceScenario scenario, CrashingController first) {
        first.assertInvariantHeld();
        scenario.assertSound();
        scenario.startController();
        awaitServed(scenario);
        assertThat(StateDiff.lines(served, state(scenario))).as(scenario::story).isEmpty();
        scenario.assertSound();
        takeDown(scenario);
    }

    private static void takeDown(ServiceScenario scenario) {
        scenario.delete(SERVICE);
        awaitGone(scenario);
        assertThat(StateDiff.lines(left, state(scenario))).as(scenario::story).isEmpty();
        scenario.assertNothingLeft();
    }

    private static void finish(ServiceScenario scenario, CrashingController first) {
        first.assertInvariantHeld();
        scenario.startController();
        awaitGone(scenario);
        assertThat(StateDiff.lines(left, state(scenario))).as(scenario::story).isEmpty();
        scenario.assertNothingLeft();
    }

    private static ServiceScenario open(Path folder) {
        ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(2)
                .azure(AzureSimulator.builder().retryAfter(0))
                .infrastructure(infrastructure -> infrastructure.machine("lone")));
        scenario.addNode("lone", scenario.infrastructure().machineId("lone"), Map.of());
        return scenario;
    }

    private static void slow(ServiceScenario scenario, String write) {
        String[] parts = write.split(" ");
        scenario.azure()
                .latencies(Latencies.builder()
                        .rule(parts[0], parts[1], Delay.NONE, Delay.ofMillis(OPERATION_MILLIS))
                        .build());
    }

    /** Dies while an operation runs that this write began. */
    private static void awaitRunning(ServiceScenario scenario, CrashingController first, String write) {
        String[] parts = write.split(" ");
        scenario.await("an operation", () -> scenario.azure().runningOperations() > 0
                && scenario.azure().calls().counters().of(parts[0], parts[1]) > 0, first::log);
        first.die();
    }

    private static void awaitServed(ServiceScenario scenario) {
        scenario.awaitAddresses(SERVICE);
        scenario.await("all machines", () -> PoolMembers.of(scenario).equals(Set.of("0", "1", "lone-nic")),
                () -> PoolMembers.of(scenario).toString());
        scenario.awaitQuiet();
    }

    private static void awaitGone(ServiceScenario scenario) {
        scenario.await("the end of the Service", () -> !scenario.exists(SERVICE));
        scenario.awaitQuiet();
    }

    private static ObjectNode state(ServiceScenario scenario) {
        ObjectNode state = new AzureStateNormaliser(new UidNames(scenario.cluster().uids()))
                .normalise(scenario.azure().state().values());
        // Kubernetes gives each Service a node port of its own; the probe is the only one who names it.
        state.findValues("probes")
                .forEach(probes -> probes.forEach(probe -> ((ObjectNode) probe.path("properties"))
                        .put("port", "node port")));
        return state;
    }

    private static Set<String> writes(ServiceScenario scenario) {
        return scenario.azure()
                .calls()
                .writes()
                .stream()
                .map(ServiceKillTest::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String name(CallRecord call) {
        return call.verb() + " " + call.type();
    }
}
