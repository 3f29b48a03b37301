package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
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
                    .forEach(machine -> members.add(this == nodeIP ? Scene.address(machine) : "" + machine));
            return members;
        }
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void poolFollowsTheNodes(Pools pools) {
        try (Scene scene = scene(pools, 3)) {
            awaitMembers(scene, pools.members(0, 1, 2));

            scene.azure().machines().scale(scene.scaleSetId(), 4);
            scene.addNode(3);
            awaitMembers(scene, pools.members(0, 1, 2, 3));

            scene.cluster().removeNode(Scene.node(1));
            awaitMembers(scene, pools.members(0, 2, 3));
            assertThat(scene.azure().resource(scene.machineId(1))).as("machine of the node that left").isPresent();

            scene.addNode(1);
            awaitMembers(scene, pools.members(0, 1, 2, 3));
        }
    }

    @Test
    void nodeThatJoinedWhileAzureCouldNotBeReadIsNotForgotten() {
        try (Scene scene = Scene.play(folder, Setting.of(2).timing(Scene.QUICK))) {
            scene.apply("web");
            scene.awaitAddresses("web");
            scene.awaitQuiet();
            scene.resetCalls();
            scene.azure()
                    .faults()
                    .add(Fault.on("LIST", MACHINES, new FaultAction.Refuse(400, "BadRequest", "not this time")).once());
            scene.azure().machines().scale(scene.scaleSetId(), 3);
            scene.addNode(2);
            scene.await("the machines to be listed again after the failure",
                    () -> scene.azure().calls().counters().of("LIST", MACHINES) >= 2);
            awaitMembers(scene, Pools.nodeIPConfiguration.members(0, 1, 2));
        }
    }

    @ParameterizedTest
    @EnumSource
    void excludedNodeIsOutUntilItIsNoLonger(Pools pools) {
        try (Scene scene = scene(pools, 3)) {
            awaitMembers(scene, pools.members(0, 1, 2));

            scene.cluster().labelNode(Scene.node(0), Map.of(EXCLUDE, "false"));
            scene.cluster().labelNode(Scene.node(2), Map.of(EXCLUDE, "true"));
            awaitMembers(scene, pools.members(0, 1));
            scene.awaitQuiet();
            assertThat(PoolMembers.of(scene)).as("a value of false excludes nothing").isEqualTo(pools.members(0, 1));

            include(scene, 2);
            awaitMembers(scene, pools.members(0, 1, 2));
        }
    }

    @ParameterizedTest
    @EnumSource
    void lastMachineStaysUntilAnotherTakesItsPlace(Pools pools) {
        try (Scene scene = scene(pools, 2)) {
            awaitMembers(scene, pools.members(0, 1));
            scene.cluster().labelNode(Scene.node(0), Map.of(EXCLUDE, "true"));
            awaitMembers(scene, pools.members(1));

            scene.cluster().labelNode(Scene.node(1), Map.of(EXCLUDE, "true"));
            scene.awaitQuiet();
            assertThat(PoolMembers.of(scene)).isEqualTo(pools.members(1));

            include(scene, 0);
            awaitMembers(scene, pools.members(0));
        }
    }

    private static void include(Scene scene, int machine) {
        Map<String, String> none = new HashMap<>();
        none.put(EXCLUDE, null);
        scene.cluster().labelNode(Scene.node(machine), none);
    }

    private Scene scene(Pools pools, int machines) {
        Scene scene = Scene.play(folder,
                Setting.of(machines).config("loadBalancerBackendPoolConfigurationType", pools.name()));
        scene.apply("web");
        scene.awaitAddresses("web");
        return scene;
    }

    /** The pool comes to have these members, and the Service keeps working. */
    private static void awaitMembers(Scene scene, Set<String> members) {
        scene.await("members " + members, () -> PoolMembers.of(scene).equals(members),
                () -> PoolMembers.of(scene).toString());
        scene.assertSound();
    }
}
