package io.azureccm.e2e.suite.scenario.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.operations.Delay;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.suite.scenario.PoolMembers;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
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
        loadBalancer("PUT", "loadBalancers", scenario -> scenario.apply("web", 8080, "{}")),
        publicIp("PUT", "publicIPAddresses", scenario -> scenario.apply("web", 8080, "{}")),
        securityGroup("PUT", "networkSecurityGroups", scenario -> scenario.apply("web", 8080, "{}")),
        instance("PUT", "virtualMachineScaleSets/virtualMachines", scenario -> scenario.addNode(2)),
        deletionOfPublicIp("DELETE", "publicIPAddresses", scenario -> scenario.delete("other"));

        private final String verb;
        private final String type;
        private final Consumer<ServiceScenario> change;

        Write(String verb, String type, Consumer<ServiceScenario> change) {
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
        try (ServiceScenario scenario = ServiceScenario.open(folder,
                ScenarioSetup.of(3).azure(AzureSimulator.builder().retryAfter(0)))) {
            scenario.cluster().removeNode(ServiceScenario.node(2));
            try (DeposedLeader first = new DeposedLeader(scenario, "first")) {
                scenario.apply("first");
                scenario.apply("other", 81, "{}");
                scenario.awaitAddresses("first", "other");
                scenario.awaitQuiet();
                scenario.azure()
                        .latencies(Latencies.builder()
                                .rule(write.verb, write.type, Delay.NONE, Delay.ofMillis(OPERATION_MILLIS))
                                .build());
                ends.forEach(end -> scenario.azure().faults().add(Fault.on(write.verb, write.type, end).once()));
                scenario.resetCalls();
                write.change.accept(scenario);
                scenario.await("an operation of " + write, () -> scenario.azure().runningOperations() > 0
                        && scenario.azure().calls().counters().of(write.verb, write.type) > 0);
                first.die();
                int before = scenario.azure().calls().writes().size();
                try (DeposedLeader _ = new DeposedLeader(scenario, "second")) {
                    awaitConverged(scenario, write);
                    List<CallRecord> writes = scenario.azure().calls().writes();
                    // What the first had sent when it died may still arrive, but not once the second writes.
                    assertThat(writes.stream()
                            .skip(before)
                            .map(CallRecord::principal)
                            .dropWhile(principal -> principal.equals("first"))).as(scenario::story)
                            .isSubsetOf("second");
                    assertThat(writes).filteredOn(call -> call.type().endsWith(write.type))
                            .filteredOn(call -> COLLISIONS.contains(call.status()))
                            .as(scenario::story)
                            .isEmpty();
                }
            }
        }
    }

    private static void awaitConverged(ServiceScenario scenario, Write write) {
        scenario.await("what was asked for", () -> scenario.hasAddress("first") && switch (write) {
            case loadBalancer, publicIp, securityGroup -> scenario.hasAddress("web");
            case instance -> PoolMembers.of(scenario).size() == 3;
            case deletionOfPublicIp -> !scenario.exists("other");
        }, () -> PoolMembers.of(scenario).toString());
        scenario.awaitQuiet();
        scenario.assertSound();
        assertThat(scenario.azure().state().values()).as(scenario::story)
                .extracting(resource -> resource.at("/properties/provisioningState").asText(""))
                .containsAnyOf("Succeeded")
                .doesNotContain("Failed", "Updating", "Deleting");
    }
}
