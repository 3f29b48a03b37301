package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which machines are behind the load balancer while nodes come, go, are excluded and come back. */
class NodeMembershipTest {
    private static final String EXCLUDE = "node.kubernetes.io/exclude-from-external-load-balancers";

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
                Scene.Setting.of(machines).config("loadBalancerBackendPoolConfigurationType", pools.name()));
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
