package io.azureccm.e2e.suite.node;

import static io.azureccm.e2e.suite.node.NodeScenario.QUICK;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Effect;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Trouble with Azure or Kubernetes never costs a node, never frees one without facts, never gives one a wrong address. */
@Execution(ExecutionMode.CONCURRENT)
class NodeFaultsTest {
    private static final Infrastructure INFRASTRUCTURE = Infrastructure.standard().scaleSet("pool", 5);

    @TempDir
    Path folder;

    static Stream<Arguments> troubles() {
        return Stream.of(Arguments.of("throttled", new FaultAction.Throttle("TooManyRequests", "1")),
                Arguments.of("half a page", new FaultAction.HalfReply()),
                Arguments.of("no JSON", new FaultAction.MalformedJson()),
                Arguments.of("empty", new FaultAction.EmptyBody()),
                Arguments.of("a 404 of a proxy", new FaultAction.Refuse(404, "", "")),
                Arguments.of("no subscription", new FaultAction.Refuse(404, "SubscriptionNotFound", "gone")),
                Arguments.of("forbidden", new FaultAction.Refuse(403, "AuthorizationFailed", "no")),
                Arguments.of("broken", new FaultAction.Refuse(500, "InternalServerError", "oops")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("troubles")
    void listsThatCannotBeReadDeleteNoNodeAndFreeNone(String name, FaultAction action) {
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, INFRASTRUCTURE)) {
            scenario.unready("pool", 0);
            scenario.cluster().joinNode("pool000001", Map.of(), Map.of());
            // The second page of the instances: the first one lacks most of them.
            scenario.arm().faults().add(Fault.on("LIST", "virtualMachineScaleSets/virtualMachines", action).nth(2));
            scenario.start(QUICK);
            scenario.await(() -> scenario.logs().contains("MachineUnknown"));

            assertThat(scenario.cluster().node("pool000000")).isPresent();
            assertThat(scenario.taints("pool000000")).isEmpty();
            assertThat(scenario.isInitialised("pool000001")).isFalse();

            scenario.arm().faults().clear();
            scenario.await(() -> scenario.isInitialised("pool000001"));
            assertThat(scenario.cluster().node("pool000000")).isPresent();
        }
    }

    @Test
    void listsThatLieAboutAMachineDoNotDeleteItsNode() {
        ArmId liar = ArmId.parse(INFRASTRUCTURE.scaleSetId("pool"));
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, INFRASTRUCTURE)) {
            scenario.unready("pool", 3);
            scenario.start(QUICK, gateway -> new Forgetful(gateway, liar.child("virtualMachines", "3")));
            // Two lists without it, then the direct question.
            scenario.await(() -> scenario.azure().callLog().contains("GET    virtualMachineScaleSets/virtualMachines"));
            scenario.awaitStill(Duration.ofMillis(700));

            assertThat(scenario.cluster().node("pool000003")).isPresent();
            assertThat(scenario.taints("pool000003")).isEmpty();
        }
    }

    @Test
    void aListOfTheTimeBeforeTheMachineWasMadeOnlyDelaysItsNode() {
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, Infrastructure.standard().scaleSet("pool", 1))) {
            scenario.cluster().joinNode("pool000001", Map.of(), Map.of());
            scenario.start(QUICK);
            scenario.await(() -> scenario.logs().contains("MachineNotFound"));
            assertThat(scenario.isInitialised("pool000001")).isFalse();

            scenario.arm().machines().scale(INFRASTRUCTURE.scaleSetId("pool"), 2);
            scenario.await(
                    () -> !scenario.cluster().node("pool000001").isPresent() || scenario.isInitialised("pool000001"));
        }
    }

    @Test
    void writesThatMeetConflictsAndErrorsAreMadeAgain() {
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, INFRASTRUCTURE)) {
            scenario.api().faults().add(new Target("patch", "nodes"), new Effect.Stale(), 3);
            scenario.api()
                    .faults()
                    .add(new Target("patch", "nodes/status"),
                            new Effect.Refuse(500, "InternalError", "broken", Duration.ZERO), 4);
            for (int i = 0; i < 5; i++)
                scenario.cluster().joinNode("pool00000" + i, Map.of(), Map.of());
            scenario.start(QUICK);
            scenario.await(() -> Stream.of(0, 1, 2, 3, 4).allMatch(i -> scenario.isInitialised("pool00000" + i)));

            for (int i = 0; i < 5; i++) {
                assertThat(scenario.addresses("pool00000" + i)).as("addresses come before the taint goes").hasSize(2);
                assertThat(scenario.taints("pool00000" + i)).isEmpty();
            }
        }
    }

    @Test
    void aTaintThatSomebodyElseAddsMeanwhileSurvives() {
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, INFRASTRUCTURE)) {
            scenario.cluster().joinNode("pool000001", Map.of(), Map.of());
            scenario.api()
                    .faults()
                    .add(new Target("patch", "nodes/status"), new Effect.Delay(Duration.ofMillis(800)), 1);
            scenario.start(QUICK);
            scenario.await(() -> scenario.logs().contains("Plan #1"));
            scenario.api()
                    .patch("nodes", "", "pool000001",
                            json("""
                                    {"spec": {"taints": [{"key": "node.cloudprovider.kubernetes.io/uninitialized", "effect": "NoSchedule"},
                                    {"key": "example.com/mine", "effect": "NoExecute"}]}}"""));
            scenario.await(() -> scenario.isInitialised("pool000001"));

            assertThat(scenario.taints("pool000001")).containsExactly("example.com/mine=:NoExecute");
        }
    }

    @Test
    void oneNodeThatCannotBeWrittenDoesNotHoldUpTheOthers() {
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, INFRASTRUCTURE)) {
            scenario.cluster().joinNode("pool000000", Map.of(), Map.of());
            scenario.api().faults().add(new Target("patch", "nodes/status"), new Effect.Hang(), 1);
            scenario.start(QUICK);
            scenario.await(() -> scenario.api().faults().hangingRequests() == 1);
            for (int i = 1; i < 5; i++)
                scenario.cluster().joinNode("pool00000" + i, Map.of(), Map.of());

            scenario.await(() -> Stream.of(1, 2, 3, 4).allMatch(i -> scenario.isInitialised("pool00000" + i)));
            assertThat(scenario.isInitialised("pool000000")).isFalse();
            scenario.api().faults().clear();
            scenario.await(() -> scenario.isInitialised("pool000000"));
        }
    }

    @Test
    void aScaleSetThatAnswersSlowlyDoesNotHoldUpTheNodesOfOthers() {
        Infrastructure infrastructure = Infrastructure.standard().scaleSet("slow", 1).scaleSet("fast", 1);
        try (NodeScenario scenario = new NodeScenario(folder, infrastructure)) {
            scenario.arm()
                    .faults()
                    .add(Fault.on("LIST", "virtualMachineScaleSets/virtualMachines",
                            new FaultAction.Slow(Duration.ofSeconds(8))).target("/slow/?"));
            scenario.cluster().joinNode("slow000000", Map.of(), Map.of());
            scenario.cluster().joinNode("fast000000", Map.of(), Map.of());
            scenario.start(QUICK);

            scenario.await(() -> scenario.isInitialised("fast000000"));
            assertThat(scenario.isInitialised("slow000000")).isFalse();
            scenario.await(() -> scenario.isInitialised("slow000000"));
        }
    }

    @Test
    void aControllerThatIsReplacedHalfWayFinishesWhatWasBegun() {
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, INFRASTRUCTURE)) {
            for (int i = 0; i < 5; i++)
                scenario.cluster().joinNode("pool00000" + i, Map.of(), Map.of());
            scenario.api().faults().add(new Target("patch", "nodes"), new Effect.Cut(), -1);
            scenario.start(QUICK);
            scenario.await(
                    () -> Stream.of(0, 1, 2, 3, 4).anyMatch(i -> !scenario.addresses("pool00000" + i).isEmpty()));
            scenario.stop();
            scenario.api().faults().clear();

            scenario.start(QUICK);
            scenario.await(() -> Stream.of(0, 1, 2, 3, 4).allMatch(i -> scenario.isInitialised("pool00000" + i)));
        }
    }

    @Test
    void aDryRunPlansAndWritesNothing() {
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, INFRASTRUCTURE)) {
            scenario.cluster().joinNode("pool000001", Map.of(), Map.of());
            scenario.start(QUICK.dry());
            scenario.await(() -> scenario.logs().contains("NOT_ALLOWED"));
            scenario.awaitStill(Duration.ofSeconds(2));

            assertThat(scenario.isInitialised("pool000001")).isFalse();
            assertThat(Stream.of(scenario.logs().split("Plan #")).skip(1).map(NodeFaultsTest::operations))
                    .as("no plan is printed twice")
                    .isNotEmpty()
                    .doesNotHaveDuplicates();
        }
    }

    /** The lines of a printed plan after its head, which has its number and the age of the snapshot. */
    private static String operations(String plan) {
        return plan.lines().skip(1).takeWhile(line -> line.startsWith("  ")).collect(Collectors.joining("\n"));
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) new com.fasterxml.jackson.databind.ObjectMapper().readTree(text);
        } catch (java.io.IOException impossible) {
            throw new java.io.UncheckedIOException(impossible);
        }
    }

    /** An ARM whose lists lack one resource that it shows when asked for it. */
    private record Forgetful(ArmGateway arm, ArmId forgotten) implements ArmGateway {
        @Override
        public ArmList list(ArmId collection, Map<String, String> query) {
            return ArmList.of(arm.list(collection, query)
                    .stream()
                    .filter(each -> !forgotten.matches(each.path("id").asText()))
                    .toList());
        }

        @Override
        public Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
            return arm.get(id, query);
        }

        @Override
        public PutResult put(ArmId id, ObjectNode body, String ifMatch) {
            return arm.put(id, body, ifMatch);
        }

        @Override
        public boolean delete(ArmId id, String ifMatch) {
            return arm.delete(id, ifMatch);
        }

        @Override
        public Optional<JsonNode> post(ArmId id, String action, JsonNode body) {
            return arm.post(id, action, body);
        }
    }
}
