package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.operations.Delay;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.suite.harness.SuddenDeath;
import io.azureccm.e2e.suite.harness.SuddenDeath.When;
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
        try (Scene scene = open(folder)) {
            scene.startController();
            scene.apply(SERVICE);
            awaitServed(scene);
            served = state(scene);
            writesOfCreation = writes(scene);
            scene.resetCalls();
            scene.delete(SERVICE);
            awaitGone(scene);
            left = state(scene);
            writesOfDeletion = writes(scene);
        }
    }

    @Test
    void everyWriteIsInTheTable() {
        assertThat(writesOfCreation).containsExactlyInAnyOrderElementsOf(CREATION);
        assertThat(writesOfDeletion).containsExactlyInAnyOrderElementsOf(DELETION);
    }

    static Stream<SuddenDeath> deathsOfCreation() {
        return deaths(Stream.concat(CREATION.stream(), Stream.of(Doomed.ADD_FINALIZER, Doomed.STATUS)).toList());
    }

    static Stream<SuddenDeath> deathsOfDeletion() {
        return deaths(Stream.concat(DELETION.stream(), Stream.of(Doomed.REMOVE_FINALIZER)).toList());
    }

    private static Stream<SuddenDeath> deaths(Collection<String> writes) {
        return writes.stream()
                .flatMap(write -> Stream.of(When.values()).map(when -> SuddenDeath.at(write, when)));
    }

    @ParameterizedTest
    @MethodSource("deathsOfCreation")
    void firstServiceIsServedByTheNextInstance(SuddenDeath death) {
        try (Scene scene = open(folder); Doomed first = new Doomed(scene, "killed", death.arm())) {
            scene.apply(SERVICE);
            scene.await("the death", first::isDead, first::log);
            goOn(scene, first);
        }
    }

    static List<String> creation() {
        return CREATION;
    }

    @ParameterizedTest
    @MethodSource("creation")
    void firstServiceWhoseWriteAzureCarriesOutIsServedByTheNextInstance(String write) {
        try (Scene scene = open(folder); Doomed first = new Doomed(scene, "killed", SuddenDeath.never())) {
            slow(scene, write);
            scene.apply(SERVICE);
            awaitRunning(scene, first, write);
            goOn(scene, first);
        }
    }

    @ParameterizedTest
    @MethodSource("deathsOfDeletion")
    void deletionIsFinishedByTheNextInstance(SuddenDeath death) {
        try (Scene scene = open(folder); Doomed first = new Doomed(scene, "killed", death)) {
            scene.apply(SERVICE);
            awaitServed(scene);
            death.arm();
            scene.delete(SERVICE);
            scene.await("the death", first::isDead, first::log);
            finish(scene, first);
        }
    }

    static List<String> deletion() {
        return DELETION;
    }

    @ParameterizedTest
    @MethodSource("deletion")
    void deletionThatAzureCarriesOutIsFinishedByTheNextInstance(String write) {
        try (Scene scene = open(folder); Doomed first = new Doomed(scene, "killed", SuddenDeath.never())) {
            scene.apply(SERVICE);
            awaitServed(scene);
            scene.resetCalls();
            slow(scene, write);
            scene.delete(SERVICE);
            awaitRunning(scene, first, write);
            finish(scene, first);
        }
    }

    @Test
    void whatHappensWhileNobodyLivesIsMadeUpFor() {
        try (Scene scene = open(folder); Doomed first = new Doomed(scene, "killed", SuddenDeath.never())) {
            scene.apply("gone", 81, "{}");
            scene.awaitAddresses("gone");
            scene.awaitQuiet();
            first.die();
            scene.delete("gone");
            scene.apply(SERVICE);
            first.assertKeptItsPromise();
            scene.startController();
            scene.await("the end of the Service", () -> !scene.exists("gone"));
            awaitServed(scene);
            scene.assertSound();
            takeDown(scene);
        }
    }

    /** The state at the death is true, the next one serves the Service and is able to take everything down. */
    private static void goOn(Scene scene, Doomed first) {
        first.assertKeptItsPromise();
        scene.assertSound();
        scene.startController();
        awaitServed(scene);
        assertThat(StateDiff.lines(served, state(scene))).as(scene::story).isEmpty();
        scene.assertSound();
        takeDown(scene);
    }

    private static void takeDown(Scene scene) {
        scene.delete(SERVICE);
        awaitGone(scene);
        assertThat(StateDiff.lines(left, state(scene))).as(scene::story).isEmpty();
        scene.assertNothingLeft();
    }

    private static void finish(Scene scene, Doomed first) {
        first.assertKeptItsPromise();
        scene.startController();
        awaitGone(scene);
        assertThat(StateDiff.lines(left, state(scene))).as(scene::story).isEmpty();
        scene.assertNothingLeft();
    }

    private static Scene open(Path folder) {
        Scene scene = Scene.open(folder, Setting.of(2)
                .azure(AzureSimulator.builder().retryAfter(0))
                .estate(estate -> estate.machine("lone")));
        scene.addNode("lone", scene.estate().machineId("lone"), Map.of());
        return scene;
    }

    private static void slow(Scene scene, String write) {
        String[] parts = write.split(" ");
        scene.azure()
                .latencies(Latencies.builder()
                        .rule(parts[0], parts[1], Delay.NONE, Delay.ofMillis(OPERATION_MILLIS))
                        .build());
    }

    /** Dies while an operation runs that this write began. */
    private static void awaitRunning(Scene scene, Doomed first, String write) {
        String[] parts = write.split(" ");
        scene.await("an operation", () -> scene.azure().runningOperations() > 0
                && scene.azure().calls().counters().of(parts[0], parts[1]) > 0, first::log);
        first.die();
    }

    private static void awaitServed(Scene scene) {
        scene.awaitAddresses(SERVICE);
        scene.await("all machines", () -> PoolMembers.of(scene).equals(Set.of("0", "1", "lone-nic")),
                () -> PoolMembers.of(scene).toString());
        scene.awaitQuiet();
    }

    private static void awaitGone(Scene scene) {
        scene.await("the end of the Service", () -> !scene.exists(SERVICE));
        scene.awaitQuiet();
    }

    private static ObjectNode state(Scene scene) {
        ObjectNode state = new AzureStateNormaliser(new UidNames(scene.cluster().uids()))
                .normalise(scene.azure().state().values());
        // Kubernetes gives each Service a node port of its own; the probe is the only one who names it.
        state.findValues("probes")
                .forEach(probes -> probes.forEach(probe -> ((ObjectNode) probe.path("properties"))
                        .put("port", "node port")));
        return state;
    }

    private static Set<String> writes(Scene scene) {
        return scene.azure()
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
