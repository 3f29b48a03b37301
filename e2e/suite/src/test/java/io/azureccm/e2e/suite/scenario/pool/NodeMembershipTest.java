package io.azureccm.e2e.suite.scenario.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.scenario.PoolMembers;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which machines are behind the load balancer while nodes come, go, are excluded and come back. */
class NodeMembershipTest {
    private static final String EXCLUDE = "node.kubernetes.io/exclude-from-external-load-balancers";

    private static final String MACHINES = "virtualMachineScaleSets/virtualMachines";

    /** How a pool names its members. */
    enum Pools {
        nodeIPConfiguration, nodeIP;

        Set<String> members(int... machines) {
            Set<String> members = new TreeSet<>();
            Arrays.stream(machines)
                    .forEach(machine -> members.add(this == nodeIP ? ServiceScenario.address(machine) : "" + machine));
            return members;
        }
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void poolFollowsTheNodes(Pools pools) {
        try (ServiceScenario scenario = scenario(pools, 3)) {
            awaitMembers(scenario, pools.members(0, 1, 2));

            scenario.azure().machines().scale(scenario.scaleSetId(), 4);
            scenario.addNode(3);
            awaitMembers(scenario, pools.members(0, 1, 2, 3));

            scenario.cluster().removeNode(ServiceScenario.node(1));
            awaitMembers(scenario, pools.members(0, 2, 3));
            assertThat(scenario.azure().resource(scenario.machineId(1))).as("machine of the node that left")
                    .isPresent();

            scenario.addNode(1);
            awaitMembers(scenario, pools.members(0, 1, 2, 3));
        }
    }

    @Test
    void nodeThatJoinedWhileAzureCouldNotBeReadIsNotForgotten() {
        try (ServiceScenario scenario = ServiceScenario.play(folder,
                ScenarioSetup.of(2).timing(ServiceScenario.QUICK))) {
            scenario.apply("web");
            scenario.awaitAddresses("web");
            scenario.awaitQuiet();
            scenario.resetCalls();
            scenario.azure()
                    .faults()
                    .add(Fault.on("LIST", MACHINES, new FaultAction.Refuse(400, "BadRequest", "not this time")).once());
            scenario.azure().machines().scale(scenario.scaleSetId(), 3);
            scenario.addNode(2);
            scenario.await("the machines to be listed again after the failure",
                    () -> scenario.azure().calls().counters().of("LIST", MACHINES) >= 2);
            awaitMembers(scenario, Pools.nodeIPConfiguration.members(0, 1, 2));
        }
    }

    @ParameterizedTest
    @EnumSource
    void excludedNodeIsOutUntilItIsNoLonger(Pools pools) {
        try (ServiceScenario scenario = scenario(pools, 3)) {
            awaitMembers(scenario, pools.members(0, 1, 2));

            scenario.cluster().labelNode(ServiceScenario.node(0), Map.of(EXCLUDE, "false"));
            scenario.cluster().labelNode(ServiceScenario.node(2), Map.of(EXCLUDE, "true"));
            awaitMembers(scenario, pools.members(0, 1));
            scenario.awaitQuiet();
            assertThat(PoolMembers.of(scenario)).as("a value of false excludes nothing").isEqualTo(pools.members(0, 1));

            include(scenario, 2);
            awaitMembers(scenario, pools.members(0, 1, 2));
        }
    }

    @ParameterizedTest
    @EnumSource
    void lastMachineStaysUntilAnotherTakesItsPlace(Pools pools) {
        try (ServiceScenario scenario = scenario(pools, 2)) {
            awaitMembers(scenario, pools.members(0, 1));
            scenario.cluster().labelNode(ServiceScenario.node(0), Map.of(EXCLUDE, "true"));
            awaitMembers(scenario, pools.members(1));

            scenario.cluster().labelNode(ServiceScenario.node(1), Map.of(EXCLUDE, "true"));
            scenario.awaitQuiet();
            assertThat(PoolMembers.of(scenario)).isEqualTo(pools.members(1));

            include(scenario, 0);
            awaitMembers(scenario, pools.members(0));
        }
    }

    private static void include(ServiceScenario scenario, int machine) {
        Map<String, String> none = new HashMap<>();
        none.put(EXCLUDE, null);
        scenario.cluster().labelNode(ServiceScenario.node(machine), none);
    }

    private ServiceScenario scenario(Pools pools, int machines) {
        ServiceScenario scenario = ServiceScenario.play(folder,
                ScenarioSetup.of(machines).config("loadBalancerBackendPoolConfigurationType", pools.name()));
        scenario.apply("web");
        scenario.awaitAddresses("web");
        return scenario;
    }

    /** The pool comes to have these members, and the Service keeps working. */
    private static void awaitMembers(ServiceScenario scenario, Set<String> members) {
        scenario.await("members " + members, () -> PoolMembers.of(scenario).equals(members),
                () -> PoolMembers.of(scenario).toString());
        scenario.assertSound();
    }
}
