package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.operations.Delay;
import io.azureccm.e2e.azure.operations.Latencies;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The instance that writes is gone while Azure still carries out its write: the next one sees that, leaves the resource alone
 * until the operation has ended, well or badly, and then brings everything in line.
 */
@Execution(ExecutionMode.CONCURRENT)
class OperationPickUpTest {
    private static final int OPERATION_MILLIS = 2_500;
    private static final Set<Integer> COLLISIONS = Set.of(409, 412, 429);

    @TempDir
    Path folder;

    /** What is under way when the instance goes, and the change of Services or nodes that brings it about. */
    enum Write {
        loadBalancer("PUT", "loadBalancers", scene -> scene.apply("web", 8080, "{}")),
        publicIp("PUT", "publicIPAddresses", scene -> scene.apply("web", 8080, "{}")),
        securityGroup("PUT", "networkSecurityGroups", scene -> scene.apply("web", 8080, "{}")),
        instance("PUT", "virtualMachineScaleSets/virtualMachines", scene -> scene.addNode(2)),
        deletionOfPublicIp("DELETE", "publicIPAddresses", scene -> scene.delete("other"));

        private final String verb;
        private final String type;
        private final Consumer<Scene> change;

        Write(String verb, String type, Consumer<Scene> change) {
            this.verb = verb;
            this.type = type;
            this.change = change;
        }
    }

    @ParameterizedTest
    @EnumSource
    void writeOfAnInstanceThatIsGoneIsAwaitedAndNotCollidedWith(Write write) {
        inTheMiddleOf(write, List.of());
    }

    static List<FaultAction> badEnds() {
        return List.of(new FaultAction.FailOperation("InternalServerError", "no"), new FaultAction.CancelOperation());
    }

    @ParameterizedTest
    @MethodSource("badEnds")
    void loadBalancerWhoseWriteFailsAfterwardsIsRepaired(FaultAction end) {
        inTheMiddleOf(Write.loadBalancer, List.of(end));
    }

    @ParameterizedTest
    @MethodSource("badEnds")
    void securityGroupWhoseWriteFailsAfterwardsIsRepaired(FaultAction end) {
        inTheMiddleOf(Write.securityGroup, List.of(end));
    }

    @ParameterizedTest
    @MethodSource("badEnds")
    void publicIpWhoseDeletionFailsAfterwardsIsDeleted(FaultAction end) {
        inTheMiddleOf(Write.deletionOfPublicIp, List.of(end));
    }

    private void inTheMiddleOf(Write write, List<FaultAction> ends) {
        try (Scene scene = Scene.open(folder, Setting.of(3).azure(AzureSimulator.builder().retryAfter(0)))) {
            scene.cluster().removeNode(Scene.node(2));
            try (Mortal first = new Mortal(scene, "first")) {
                scene.apply("first");
                scene.apply("other", 81, "{}");
                scene.awaitAddresses("first", "other");
                scene.awaitQuiet();
                scene.azure()
                        .latencies(Latencies.builder()
                                .rule(write.verb, write.type, Delay.NONE, Delay.ofMillis(OPERATION_MILLIS))
                                .build());
                ends.forEach(end -> scene.azure().faults().add(Fault.on(write.verb, write.type, end).once()));
                scene.resetCalls();
                write.change.accept(scene);
                scene.await("an operation of " + write, () -> scene.azure().runningOperations() > 0
                        && scene.azure().calls().counters().of(write.verb, write.type) > 0);
                first.die();
                int before = scene.azure().calls().writes().size();
                try (Mortal _ = new Mortal(scene, "second")) {
                    awaitConverged(scene, write);
                    List<CallRecord> writes = scene.azure().calls().writes();
                    // What the first had sent when it died may still arrive, but not once the second writes.
                    assertThat(writes.stream()
                            .skip(before)
                            .map(CallRecord::principal)
                            .dropWhile(principal -> principal.equals("first"))).as(scene::story).isSubsetOf("second");
                    assertThat(writes).filteredOn(call -> call.type().endsWith(write.type))
                            .filteredOn(call -> COLLISIONS.contains(call.status()))
                            .as(scene::story)
                            .isEmpty();
                }
            }
        }
    }

    private static void awaitConverged(Scene scene, Write write) {
        scene.await("what was asked for", () -> scene.hasAddress("first") && switch (write) {
            case loadBalancer, publicIp, securityGroup -> scene.hasAddress("web");
            case instance -> PoolMembers.of(scene).size() == 3;
            case deletionOfPublicIp -> !scene.exists("other");
        }, () -> PoolMembers.of(scene).toString());
        scene.awaitQuiet();
        scene.assertSound();
        assertThat(scene.azure().state().values()).as(scene::story)
                .extracting(resource -> resource.at("/properties/provisioningState").asText(""))
                .containsAnyOf("Succeeded")
                .doesNotContain("Failed", "Updating", "Deleting");
    }
}
