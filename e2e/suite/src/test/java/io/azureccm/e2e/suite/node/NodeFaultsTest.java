package io.azureccm.e2e.suite.node;

import static io.azureccm.e2e.suite.node.NodeScene.QUICK;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.core.ArmId;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.seed.Estate;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Effect;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private static final Estate ESTATE = Estate.standard().scaleSet("pool", 5);

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
        try (NodeScene scene = new NodeScene(folder, ESTATE)) {
            scene.unready("pool", 0);
            scene.cluster().joinNode("pool000001", Map.of(), Map.of());
            // The second page of the instances: the first one lacks most of them.
            scene.arm().faults().add(Fault.on("LIST", "virtualMachineScaleSets/virtualMachines", action).nth(2));
            scene.start(QUICK);
            scene.await(() -> scene.logs().contains("MachineUnknown"));

            assertThat(scene.cluster().node("pool000000")).isPresent();
            assertThat(scene.taints("pool000000")).isEmpty();
            assertThat(scene.isInitialised("pool000001")).isFalse();

            scene.arm().faults().clear();
            scene.await(() -> scene.isInitialised("pool000001"));
            assertThat(scene.cluster().node("pool000000")).isPresent();
        }
    }

    @Test
    void listsThatLieAboutAMachineDoNotDeleteItsNode() {
        ArmId liar = ArmId.parse(ESTATE.scaleSetId("pool"));
        try (NodeScene scene = new NodeScene(folder, ESTATE)) {
            scene.unready("pool", 3);
            scene.start(QUICK, gateway -> new Forgetful(gateway, liar.child("virtualMachines", "3")));
            // Two lists without it, then the direct question.
            scene.await(() -> scene.azure().callLog().contains("GET    virtualMachineScaleSets/virtualMachines"));
            scene.awaitStill(Duration.ofMillis(700));

            assertThat(scene.cluster().node("pool000003")).isPresent();
            assertThat(scene.taints("pool000003")).isEmpty();
        }
    }

    @Test
    void aListOfTheTimeBeforeTheMachineWasMadeOnlyDelaysItsNode() {
        try (NodeScene scene = new NodeScene(folder, Estate.standard().scaleSet("pool", 1))) {
            scene.cluster().joinNode("pool000001", Map.of(), Map.of());
            scene.start(QUICK);
            scene.await(() -> scene.logs().contains("MachineNotFound"));
            assertThat(scene.isInitialised("pool000001")).isFalse();

            scene.arm().machines().scale(ESTATE.scaleSetId("pool"), 2);
            scene.await(() -> !scene.cluster().node("pool000001").isPresent() || scene.isInitialised("pool000001"));
        }
    }

    @Test
    void writesThatMeetConflictsAndErrorsAreMadeAgain() {
        try (NodeScene scene = new NodeScene(folder, ESTATE)) {
            scene.api().faults().add(new Target("patch", "nodes"), new Effect.Stale(), 3);
            scene.api()
                    .faults()
                    .add(new Target("patch", "nodes/status"),
                            new Effect.Refuse(500, "InternalError", "broken", Duration.ZERO), 4);
            for (int i = 0; i < 5; i++)
                scene.cluster().joinNode("pool00000" + i, Map.of(), Map.of());
            scene.start(QUICK);
            scene.await(() -> Stream.of(0, 1, 2, 3, 4).allMatch(i -> scene.isInitialised("pool00000" + i)));

            for (int i = 0; i < 5; i++) {
                assertThat(scene.addresses("pool00000" + i)).as("addresses come before the taint goes").hasSize(2);
                assertThat(scene.taints("pool00000" + i)).isEmpty();
            }
        }
    }

    @Test
    void aTaintThatSomebodyElseAddsMeanwhileSurvives() {
        try (NodeScene scene = new NodeScene(folder, ESTATE)) {
            scene.cluster().joinNode("pool000001", Map.of(), Map.of());
            scene.api().faults().add(new Target("patch", "nodes/status"), new Effect.Delay(Duration.ofMillis(800)), 1);
            scene.start(QUICK);
            scene.await(() -> scene.logs().contains("Plan #1"));
            scene.api()
                    .patch("nodes", "", "pool000001",
                            json("""
                                    {"spec": {"taints": [{"key": "node.cloudprovider.kubernetes.io/uninitialized", "effect": "NoSchedule"},
                                    {"key": "example.com/mine", "effect": "NoExecute"}]}}"""));
            scene.await(() -> scene.isInitialised("pool000001"));

            assertThat(scene.taints("pool000001")).containsExactly("example.com/mine=:NoExecute");
        }
    }

    @Test
    void oneNodeThatCannotBeWrittenDoesNotHoldUpTheOthers() {
        try (NodeScene scene = new NodeScene(folder, ESTATE)) {
            scene.cluster().joinNode("pool000000", Map.of(), Map.of());
            scene.api().faults().add(new Target("patch", "nodes/status"), new Effect.Hang(), 1);
            scene.start(QUICK);
            scene.await(() -> scene.logs().contains("Plan #1"));
            for (int i = 1; i < 5; i++)
                scene.cluster().joinNode("pool00000" + i, Map.of(), Map.of());

            scene.await(() -> Stream.of(1, 2, 3, 4).allMatch(i -> scene.isInitialised("pool00000" + i)));
            assertThat(scene.isInitialised("pool000000")).isFalse();
            scene.api().faults().clear();
            scene.await(() -> scene.isInitialised("pool000000"));
        }
    }

    @Test
    void aScaleSetThatAnswersSlowlyDoesNotHoldUpTheNodesOfOthers() {
        Estate estate = Estate.standard().scaleSet("slow", 1).scaleSet("fast", 1);
        try (NodeScene scene = new NodeScene(folder, estate)) {
            scene.arm()
                    .faults()
                    .add(Fault.on("LIST", "virtualMachineScaleSets/virtualMachines",
                            new FaultAction.Slow(Duration.ofSeconds(8))).target("/slow/?"));
            scene.cluster().joinNode("slow000000", Map.of(), Map.of());
            scene.cluster().joinNode("fast000000", Map.of(), Map.of());
            scene.start(QUICK);

            scene.await(() -> scene.isInitialised("fast000000"));
            assertThat(scene.isInitialised("slow000000")).isFalse();
            scene.await(() -> scene.isInitialised("slow000000"));
        }
    }

    @Test
    void aControllerThatIsReplacedHalfWayFinishesWhatWasBegun() {
        try (NodeScene scene = new NodeScene(folder, ESTATE)) {
            for (int i = 0; i < 5; i++)
                scene.cluster().joinNode("pool00000" + i, Map.of(), Map.of());
            scene.api().faults().add(new Target("patch", "nodes"), new Effect.Cut(), -1);
            scene.start(QUICK);
            scene.await(() -> Stream.of(0, 1, 2, 3, 4).anyMatch(i -> !scene.addresses("pool00000" + i).isEmpty()));
            scene.stop();
            scene.api().faults().clear();

            scene.start(QUICK);
            scene.await(() -> Stream.of(0, 1, 2, 3, 4).allMatch(i -> scene.isInitialised("pool00000" + i)));
        }
    }

    @Test
    void aDryRunPlansAndWritesNothing() {
        try (NodeScene scene = new NodeScene(folder, ESTATE)) {
            scene.cluster().joinNode("pool000001", Map.of(), Map.of());
            scene.start(QUICK.dry());
            scene.await(() -> scene.logs().contains("NOT_ALLOWED"));
            scene.awaitStill(Duration.ofSeconds(2));

            assertThat(scene.isInitialised("pool000001")).isFalse();
            assertThat(scene.logs().split("Plan #", -1)).as("planned once").hasSize(2);
        }
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
        public List<ObjectNode> list(ArmId collection, Map<String, String> query) {
            return arm.list(collection, query)
                    .stream()
                    .filter(each -> !forgotten.matches(each.path("id").asText()))
                    .toList();
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
