package io.azureccm.e2e.suite.scenario.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.controller.ControllerProcess;
import io.azureccm.e2e.suite.process.CachedApp;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two instances of the packaged app: one writes at a time, also when the leader is frozen in the middle of a plan, or killed. */
@Execution(ExecutionMode.SAME_THREAD)
class LeadershipTest {
    private static final String APP = "service-controller";
    /** Nobody loses the lease because the machine is busy for some seconds. */
    private static final List<String> FLAGS = List.of("--secure-port=0", "--leader-elect-lease-duration=15s",
            "--leader-elect-renew-deadline=12s", "--leader-elect-retry-period=1s");
    private static final List<String> CLIENTS = List.of("client-a", "client-b");

    private final String givenLease = "suite-" + UUID.randomUUID();

    @TempDir
    Path folder;

    @Test
    void frozenLeaderWritesNothingMoreAndKilledLeaderIsReplaced() {
        Assumptions.assumeTrue(CachedApp.isPackaged(APP), () -> APP + " has not been packaged");
        try (ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(2).onTheWire());
                ControllerProcess a = start(scenario, "client-a", leaseOf(scenario));
                ControllerProcess b = start(scenario, "client-b", leaseOf(scenario))) {
            Map<String, ControllerProcess> processes = Map.of("client-a", a, "client-b", b);
            // The load balancer takes until its writer is frozen, which does not come to what it writes next.
            scenario.azure()
                    .faults()
                    .add(Fault.on("PUT", "loadBalancers", new FaultAction.StuckOperation()).once());
            scenario.apply("one", 81, "{}");
            // Both were allowed before the freeze: one that is still being sent then would arrive after it.
            scenario.await("the writes of the load balancer and the security group",
                    () -> scenario.azure().calls().counters().of("PUT", "loadBalancers") > 0
                            && scenario.azure().calls().counters().of("PUT", "networkSecurityGroups") > 0);
            String frozen = writers(scenario, 0).getLast();
            String other = CLIENTS.stream().filter(client -> !client.equals(frozen)).findFirst().orElseThrow();
            processes.get(frozen).freeze();
            scenario.azure().endStuckOperations();
            int before = writers(scenario, 0).size();
            scenario.awaitAddresses("one");
            assertThat(writers(scenario, before)).containsOnly(other);
            scenario.assertSound();

            long polls = calls(scenario, frozen);
            processes.get(frozen).thaw();
            scenario.await("the frozen instance to go on", () -> calls(scenario, frozen) > polls);
            scenario.apply("two", 82, "{}");
            scenario.awaitAddresses("two");
            scenario.awaitNoWrites(Duration.ofSeconds(2));
            assertThat(writers(scenario, before)).as(() -> "writers after the freeze, frozen was " + frozen)
                    .containsOnly(other);

            int beforeKill = writers(scenario, 0).size();
            processes.get(other).kill();
            scenario.apply("three", 83, "{}");
            scenario.awaitAddresses("three");
            assertThat(writers(scenario, beforeKill)).containsOnly(frozen);
            scenario.assertSound();
        }
    }

    /** The lease that the chart's role names; on a given cluster, one that none of its controllers waits for. */
    private String leaseOf(ServiceScenario scenario) {
        return scenario.cluster().simulator().isPresent() ? App.SERVICE.leaseName() : givenLease;
    }

    private ControllerProcess start(ServiceScenario scenario, String client, String lease) {
        scenario.cluster().claimLease("kube-system", lease);
        ControllerProcess process = new ControllerProcess(APP, folder.resolve(client + ".log"),
                new SteadyState(Duration.ofSeconds(1)), () -> new SteadyState.Observation(true, ""));
        List<String> flags = Stream.concat(FLAGS.stream(), Stream.of("--leader-elect-resource-name=" + lease)).toList();
        process.start(scenario.launch(scenario.cloudConfig(client + ".json", client), flags));
        return process;
    }

    /** Who sent the writes, in their order, without the first {@code skip}. */
    private static List<String> writers(ServiceScenario scenario, int skip) {
        List<String> writers = new ArrayList<>();
        scenario.azure().calls().writes().forEach(call -> writers.add(call.principal()));
        return writers.subList(skip, writers.size());
    }

    private static long calls(ServiceScenario scenario, String client) {
        return scenario.azure().calls().all().stream().map(CallRecord::principal).filter(client::equals).count();
    }
}
