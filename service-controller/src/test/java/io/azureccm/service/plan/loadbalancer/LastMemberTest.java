package io.azureccm.service.plan.loadbalancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.service.model.AdminState;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The last members of a node-IP pool while their nodes are drained: one always serves. */
class LastMemberTest extends DrainedMembersFixture {
    @Test
    void lastMemberThatIsNotDownIsTheOneDrainedLast() {
        world.drain(A, DrainReason.CORDONED, 3);
        world.drain(B, DrainReason.CLUSTER_AUTOSCALER, 9);
        world.drain(C, DrainReason.EXCLUDED, 6);

        world.converge();

        assertThat(states()).isEqualTo(Map.of(A, "Down", B, "", C, "Down"));
    }

    @Test
    void memberOnANodeOutOfServiceIsNotTheOneThatIsLeft() {
        world.drain(A, DrainReason.CORDONED, 3);
        world.drain(B, DrainReason.OUT_OF_SERVICE, 9);
        world.drain(C, DrainReason.OUT_OF_SERVICE, 6);

        world.converge();

        assertThat(states()).isEqualTo(Map.of(A, "", B, "Down", C, "Down"));
    }

    @Test
    void memberThatSomebodyElseTookDownDoesNotCountAsOneThatServes() {
        set(C, "Down");
        world.drain(A, DrainReason.CORDONED, 3);
        world.drain(B, DrainReason.CORDONED, 4);

        world.converge();

        assertThat(states()).isEqualTo(Map.of(A, "Down", B, "", C, "Down"));
    }

    @Test
    void membersOfAPoolThatAllLeaveStayAndOneServes() {
        for (String node : List.of(A, B, C))
            world.drain(node, DrainReason.CLUSTER_AUTOSCALER, 1);
        world.converge();
        for (String node : List.of(A, B, C))
            world.drained(node);

        world.converge();

        assertThat(states()).hasSize(3).containsValue("");
    }

    @Test
    void poolOfALocalServiceKeepsItsLastMemberWithoutTheStateOfOthers() {
        World several = new World(3).with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .with("multipleStandardLoadBalancerConfigurations", "[{name: kubernetes, primaryVMSet: vmss-a}]");
        several.service(web().yaml());
        several.endpoints("local", A);
        several.service(Services.named("local").port("TCP", 8080).local().yaml());
        several.converge();
        several.drain(A, DrainReason.CORDONED, 1);
        several.converge();

        LoadBalancer balancer = LoadBalancer.of(several.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow());
        Map<String, AdminState> states = new TreeMap<>();
        balancer.pools().forEach(pool -> states.put(pool.name(), pool.adminStates().get(IP_OF_A)));
        assertThat(states).hasSize(2)
                .containsEntry("kubernetes", AdminState.DOWN)
                .containsValue(AdminState.NONE);
    }

    /** Whatever is drained and restored in whatever order: a member always serves, the state converges, and nothing remains in the end. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void anySequenceOfDrainsLeavesAMemberThatServesAndNoTrace(int seed) {
        Random random = new Random(seed);
        List<String> nodes = List.of(A, B, C);
        for (int step = 0; step < 30; step++) {
            String node = nodes.get(random.nextInt(nodes.size()));
            switch (random.nextInt(3)) {
                case 0 -> world.drain(node, DrainReason.values()[random.nextInt(5)], step);
                case 1 -> world.drained(node);
                default -> world.back(node);
            }
            world.converge();
            assertThat(states().values()).as("step %s", step).anyMatch(state -> !state.equals("Down"));
        }
        nodes.forEach(world::back);
        world.converge();
        assertThat(states()).hasSize(3).doesNotContainValue("Down");
        assertThat(tags()).isEmpty();
    }
}
