package io.azureccm.service.plan.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which of several load balancers each node is behind. */
class NodeAssignmentTest {
    private static final ArmId LB2 = World.id(ArmTypes.LOAD_BALANCER, "lb2");

    private final World world = new World(0).with("loadBalancerBackendPoolConfigurationType", "nodeIP");

    @Test
    void nodesThatNoSetClaimsGoToTheSmallerPoolAndStayWhereTheyAre() {
        pairs("{name: kubernetes, primaryVMSet: vmss-k}, {name: lb2, primaryVMSet: vmss-l}");
        world.node("vmss-k", 0, Map.of());
        for (int i = 0; i < 3; i++)
            world.node("vmss-c", i, Map.of());
        serve("one", "kubernetes");
        serve("two", "lb2");
        assertThat(members("kubernetes")).containsExactly("vmss-c000000", "vmss-c000001", "vmss-c000002",
                "vmss-k000000");
        assertThat(members("lb2")).as("no node changes the load balancer for a new one").isEmpty();

        for (int i = 3; i < 8; i++)
            world.node("vmss-c", i, Map.of());
        world.converge();
        assertThat(members("kubernetes")).containsExactly("vmss-c000000", "vmss-c000001", "vmss-c000002",
                "vmss-k000000", "vmss-c000007");
        assertThat(members("lb2")).containsExactly("vmss-c000003", "vmss-c000004", "vmss-c000005", "vmss-c000006");

        world.gone("two");
        world.converge();
        assertThat(members("kubernetes")).hasSize(9);
    }

    @Test
    void emptyNodeSelectorSelectsNoNode() {
        pairs("{name: kubernetes, primaryVMSet: vmss-k}, {name: lb2, primaryVMSet: vmss-l, nodeSelector: {}}");
        world.node("vmss-c", 0, Map.of());
        world.node("vmss-c", 1, Map.of());
        world.service(on("one", "kubernetes"));
        world.service(on("two", "lb2"));
        world.converge();
        assertThat(members("kubernetes")).containsExactly("vmss-c000000");
        assertThat(members("lb2")).containsExactly("vmss-c000001");
    }

    @Test
    void nodeThatMayBeInAPoolThatCannotBeReadIsAddedNowhere() {
        pairs("{name: kubernetes, primaryVMSet: vmss-k}, {name: lb2, primaryVMSet: vmss-l}");
        world.node("vmss-c", 0, Map.of());
        world.service(on("one", "kubernetes"));
        world.service(on("two", "lb2"));
        world.converge();
        world.breaks(LB2, "properties is null");
        world.node("vmss-c", 1, Map.of());
        world.node("vmss-k", 0, Map.of());
        world.node("vmss-l", 0, Map.of());
        world.converge();
        assertThat(members("kubernetes")).containsExactly("vmss-c000000", "vmss-k000000");
        assertThat(members("lb2")).isEmpty();

        world.mends();
        world.converge();
        assertThat(members("kubernetes")).containsExactly("vmss-c000000", "vmss-k000000");
        assertThat(members("lb2")).containsExactly("vmss-c000001", "vmss-l000000");
    }

    @Test
    void nodeWhoseMachineCannotBeReadStaysAndANewOneWaits() {
        pairs("{name: kubernetes, primaryVMSet: as-k}, {name: lb2, primaryVMSet: as-l}");
        world.virtualMachine("here", World.id(ArmTypes.AVAILABILITY_SET, "as-l").toString());
        world.service(on("one", "kubernetes"));
        serve("two", "lb2");
        world.virtualMachine("new", World.id(ArmTypes.AVAILABILITY_SET, "as-l").toString());
        for (String machine : List.of("here", "new"))
            world.breaks(World.id(ArmTypes.VIRTUAL_MACHINE, machine), "properties is null");
        assertThat(world.converge()).isEmpty();
        world.gone("one");
        world.converge();
        assertThat(members("lb2")).as("also if only one load balancer is left").containsExactly("here");
        world.mends();
        world.converge();
        assertThat(members("lb2")).containsExactly("here", "new");
    }

    @Test
    void listOfMachinesThatIsOlderThanANodeIsReadAgainForItsSet() {
        pairs("{name: kubernetes, primaryVMSet: as-k}, {name: lb2, primaryVMSet: as-l}");
        world.virtualMachine("unseen", "");
        world.resources().remove(World.id(ArmTypes.VIRTUAL_MACHINE, "unseen"));
        world.service(on("one", "kubernetes"));
        assertThat(world.plan().missing().outdated())
                .contains(ArmId.collection(World.SUBSCRIPTION, "k8s", ArmTypes.VIRTUAL_MACHINE));
    }

    @Test
    void loadBalancerThatIsNoLongerConfiguredKeepsItsMembersForServicesThatCannotMove() {
        pairs("{name: kubernetes, primaryVMSet: vmss-k}, {name: lb2, primaryVMSet: vmss-l}");
        world.node("vmss-l", 0, Map.of());
        serve("two", "lb2");
        pairs("{name: kubernetes, primaryVMSet: vmss-k}");
        world.converge();
        assertThat(members("lb2")).containsExactly("vmss-l000000");
    }

    private void pairs(String pairs) {
        world.with("multipleStandardLoadBalancerConfigurations", "[" + pairs + "]");
    }

    private void serve(String service, String balancer) {
        world.service(on(service, balancer));
        world.converge();
    }

    private static String on(String service, String balancer) {
        return Services.named(service)
                .port("TCP", 80)
                .annotation("azure-load-balancer-configurations", balancer)
                .yaml();
    }

    private List<String> members(String balancer) {
        List<String> names = new ArrayList<>();
        ArmJson.list(world.resource(ArmTypes.LOAD_BALANCER, balancer).orElseThrow(), "properties",
                "backendAddressPools")
                .forEach(pool -> ArmJson.list(pool, "properties", "loadBalancerBackendAddresses")
                        .forEach(address -> names.add(ArmJson.name(address))));
        return names;
    }
}
