package io.azureccm.e2e.suite.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.arm.Machines;
import io.azureccm.e2e.suite.conformance.NodeCase.Action;
import io.azureccm.e2e.suite.conformance.NodeCase.Given;
import io.azureccm.e2e.suite.harness.SteadyState.Observation;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.azure.SimulatedAzure;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest.Launch;
import io.azureccm.e2e.suite.harness.controller.NodeControllerInProcess.Flags;
import io.azureccm.e2e.suite.harness.controller.NodeControllerInProcess;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import io.azureccm.e2e.suite.scenario.ScenarioSides;
import io.azureccm.e2e.suite.state.NodeStateNormaliser;
import io.azureccm.e2e.suite.state.StateDiff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Nodes end as the reference leaves them, with no more reads than shared lists cost; a fresh cluster for each case, in virtual time unless
 * an API server is given.
 */
@Order(1)
class NodeConformanceTest {
    static final List<String> CASES = NodeCase.ALL;
    private static final Duration STILL = Duration.ofSeconds(1);
    /** Lists of scale sets, machines, interfaces and public IPs, a second look, and a proof: far from one read per node. */
    private static final int MAX_READS = 8;

    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0}")
    @FieldSource("CASES")
    void nodesEndAsTheReferenceLeavesThem(String name) {
        NodeCase given = NodeCase.read(name);
        try (ScenarioSides sides = ScenarioSides.open(folder, AzureSimulator.builder(), false);
                Cluster cluster = Cluster.on(sides.kubernetes())) {
            SimulatedAzure azure = sides.azure();
            azure.seed(given.azure());
            given.nodes().forEach(node -> add(cluster, node));
            try (NodeControllerInProcess controller = new NodeControllerInProcess(
                    new Launch(cloudConfig(given, azure), sides.kubernetes().kubeconfig(), List.of(),
                            azure.environment(), sides.world()),
                    Flags.DEFAULT)) {
                given.action().ifPresent(action -> act(given, action, sides, cluster));
                sides.steadyState(STILL).await(SteadyState.BOUND, () -> look(given, cluster, azure));
                assertThat(problems(given, cluster)).as(() -> controller.log() + azure.callLog()).isEmpty();
                assertThat(azure.calls().writes()).isZero();
                assertThat(azure.calls().reads()).as(azure::callLog)
                        .isLessThanOrEqualTo(given.reads().orElse(MAX_READS));
            }
        }
    }

    private static void add(Cluster cluster, Given node) {
        if (node.initialised()) {
            Map<String, String> labels = new HashMap<>(node.labels());
            labels.putIfAbsent("topology.kubernetes.io/region", "eastus");
            labels.putIfAbsent("topology.kubernetes.io/zone", "0");
            cluster.addNode(node.name(), node.providerId(), node.addresses(), labels);
        } else {
            cluster.joinNode(node.name(), node.labels(), Map.of());
        }
    }

    private static void act(NodeCase given, Action action, ScenarioSides sides, Cluster cluster) {
        Given node = given.nodes().get(action.index());
        String machine = node.providerId().substring("azure://".length());
        switch (action.what()) {
            case "delete_vm" -> sides.azure().simulator().machines().remove(machine);
            case "power" -> sides.azure().simulator().machines().power(machine, action.detail());
            case "restart" -> {
                restart(node.name(), machine, action.detail(), sides, cluster);
                return;
            }
            default -> throw new IllegalArgumentException("unknown action " + action.what());
        }
        cluster.setReady(node.name(), "Unknown");
    }

    /** The machine stops, its node is tainted, and both come back. */
    private static void restart(String node, String machine, String stopped, ScenarioSides sides, Cluster cluster) {
        Machines machines = sides.azure().simulator().machines();
        machines.power(machine, stopped);
        cluster.setReady(node, "Unknown");
        sides.steadyState(STILL).await(SteadyState.BOUND, () -> {
            String taints = cluster.node(node).orElseThrow().at("/spec/taints").toString();
            return new Observation(taints.contains("out-of-service"), taints);
        });
        machines.power(machine, "running");
        cluster.setReady(node, "True");
    }

    private static Observation look(NodeCase given, Cluster cluster, SimulatedAzure azure) {
        Map<String, ObjectNode> found = states(given, cluster);
        return new Observation(found.keySet().equals(given.expected().keySet())
                && problems(given, cluster).isEmpty(), found + azure.fingerprint());
    }

    private static List<String> problems(NodeCase given, Cluster cluster) {
        Map<String, ObjectNode> found = states(given, cluster);
        List<String> problems = new ArrayList<>();
        given.expected().forEach((node, state) -> {
            if (found.containsKey(node)) {
                StateDiff.lines(state, found.get(node)).forEach(line -> problems.add(node + ": " + line));
            } else {
                problems.add(node + " is gone");
            }
        });
        found.keySet()
                .stream()
                .filter(node -> !given.expected().containsKey(node))
                .forEach(
                        node -> problems.add(node + " is still there"));
        return problems;
    }

    private static Map<String, ObjectNode> states(NodeCase given, Cluster cluster) {
        Map<String, ObjectNode> states = new TreeMap<>();
        given.nodes()
                .forEach(node -> cluster.node(node.name())
                        .ifPresent(found -> states.put(node.name(), NodeStateNormaliser.normalise(found))));
        return states;
    }

    private Path cloudConfig(NodeCase given, SimulatedAzure azure) {
        ObjectNode config = given.cloudConfig().deepCopy();
        config.setAll(azure.access());
        try {
            return Files.writeString(folder.resolve("azure.json"), new ObjectMapper().writeValueAsString(config));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
