package io.azureccm.service.plan.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.Notice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A Service that no node can take traffic of says so, and why each node is left out. */
class PoolsWithoutMembersTest {
    private static final String EMPTY = "no node can take its traffic: pool kubernetes of load balancer kubernetes has no member; ";
    private static final String EXCLUDED = "excluded by the label node.kubernetes.io/exclude-from-external-load-balancers,"
            + " unmanaged, or in another resource group";

    private static final String NOT_RUNNING = "its machine is not running, or its network interface has failed or is being"
            + " deleted";
    private static final String OTHER_POOL = "its network interface is in a pool of another load balancer, or has no IP"
            + " configuration of this family";

    private record Case(String name, int machines, Consumer<World> world, String message) {}

    private static final List<Case> CASES = List.of(
            new Case("no nodes", 0, world -> {}, EMPTY + "the cluster has no node"),
            new Case("all nodes excluded", 2, world -> {
                set(world, 0, Mark.EXCLUDED);
                set(world, 1, Mark.EXCLUDED);
            }, EMPTY + "2 nodes (vmss-a000000, vmss-a000001): " + EXCLUDED),
            new Case("different reasons, the most frequent first", 5, world -> {
                for (int i = 0; i < 4; i++)
                    set(world, i, Mark.EXCLUDED);
                set(world, 4, Mark.LEAVING);
            }, EMPTY + "4 nodes (vmss-a000000, vmss-a000001, vmss-a000002 and 1 more): " + EXCLUDED
                    + "; node vmss-a000004: being deleted or drained"),
            new Case("control plane nodes only", 1, world -> set(world, 0, Mark.CONTROL_PLANE),
                    EMPTY + "node vmss-a000000: control plane"),
            new Case("a control plane node, which pools of addresses never take", 1, world -> {
                nodeIp(world).with("excludeMasterFromStandardLB", "false");
                set(world, 0, Mark.CONTROL_PLANE);
            }, EMPTY + "node vmss-a000000: control plane"),
            new Case("a node without a providerID", 0,
                    world -> world.node(node("new", Optional.empty(), Mark.NONE)),
                    EMPTY + "node new: no providerID yet"),
            new Case("a machine that Azure does not have", 1,
                    world -> world.resources().remove(world.node(0).machine().orElseThrow()),
                    EMPTY + "node vmss-a000000: its machine or its network interface is not found in Azure"),
            new Case("an interface that failed, while something else cannot be read", 0, world -> {
                world.virtualMachine("vm", "");
                state(world, ArmTypes.NETWORK_INTERFACE, "vm-nic", "Failed");
                world.breaks(World.id(ArmTypes.PUBLIC_IP, "any"), "properties is null");
            }, EMPTY + "node vm: " + NOT_RUNNING),
            new Case("a machine that does not run", 0, world -> {
                world.virtualMachine("vm", "");
                state(world, ArmTypes.VIRTUAL_MACHINE, "vm", "Unknown");
            }, EMPTY + "node vm: " + NOT_RUNNING),
            new Case("an interface behind another load balancer", 0, world -> {
                world.virtualMachine("vm", "");
                ArmJson.list(world.resource(ArmTypes.NETWORK_INTERFACE, "vm-nic").orElseThrow(), "properties",
                        "ipConfigurations")
                        .forEach(each -> ArmJson.properties(each)
                                .withArray("/loadBalancerBackendAddressPools")
                                .add(ArmJson.reference(
                                        World.id(ArmTypes.LOAD_BALANCER, "other") + "/backendAddressPools/p")));
            }, EMPTY + "node vm: " + OTHER_POOL),
            new Case("a machine that basic load balancers do not take", 0, world -> {
                world.with("loadBalancerSku", "basic").with("vmType", "vmss");
                world.virtualMachine("vm", "");
            }, EMPTY + "node vm: its machine is in another set than loadBalancerSku basic accepts"),
            new Case("a node behind another load balancer", 0, world -> {
                nodeIp(world).with("multipleStandardLoadBalancerConfigurations",
                        "[{name: kubernetes, primaryVMSet: vmss-k}, {name: lb2, primaryVMSet: vmss-l}]");
                world.node("vmss-l", 0, Map.of());
                world.service(Services.named("other")
                        .port("TCP", 81)
                        .annotation("azure-load-balancer-configurations", "lb2")
                        .yaml());
            }, EMPTY.replace("pool kubernetes", "pool shop-web") + "node vmss-l000000: behind another load balancer"),
            new Case("a Local Service without pods", 1, world -> {
                nodeIp(world).with("multipleStandardLoadBalancerConfigurations",
                        "[{name: kubernetes, primaryVMSet: vmss-a}]");
                world.endpoints("web");
            }, "no node can take its traffic: pool shop-web of load balancer kubernetes has no member; no"
                    + " node runs a ready pod of the Service"));

    @ParameterizedTest
    @CsvSource(value = {"nodeIP; no internal IPv6 address", "nodeIPConfiguration; " + OTHER_POOL}, delimiter = ';')
    void poolOfAFamilyThatNoNodeHasIsReportedWhileNodesJoinTheOther(String type, String reason) {
        World world = new World(1).with("loadBalancerBackendPoolConfigurationType", type);
        world.service(Services.named("web")
                .port("TCP", 80)
                .spec("ipFamilies: [IPv4, IPv6]")
                .spec("ipFamilyPolicy: RequireDualStack")
                .yaml());
        assertThat(said(world)).containsExactly("no node can take its traffic: pool kubernetes-IPv6 of load balancer"
                + " kubernetes has no member; node vmss-a000000: " + reason);
    }

    private enum Mark {
        NONE, EXCLUDED, LEAVING, CONTROL_PLANE
    }

    @TestFactory
    Stream<DynamicTest> conditionSaysWhyEachNodeIsLeftOut() {
        return CASES.stream().map(each -> DynamicTest.dynamicTest(each.name(), () -> {
            World world = new World(each.machines());
            each.world().accept(world);
            web(world);
            world.converge();
            assertThat(said(world)).containsExactly(each.message());
        }));
    }

    @Test
    void memberOfBeforeIsNotOneThatTakesTraffic() {
        World world = new World(1);
        web(world);
        world.converge();
        assertThat(said(world)).isEmpty();
        set(world, 0, Mark.EXCLUDED);
        world.converge();
        assertThat(said(world)).containsExactly("no node can take its traffic: pool kubernetes of load balancer"
                + " kubernetes has only members that were in it before; node vmss-a000000: " + EXCLUDED);
        set(world, 0, Mark.NONE);
        world.converge();
        assertThat(said(world)).isEmpty();
    }

    @Test
    void drainedMemberStillTakesTraffic() {
        World world = new World(1);
        web(world);
        world.converge();
        set(world, 0, Mark.LEAVING);
        world.converge();
        assertThat(said(world)).isEmpty();
    }

    @Test
    void poolWhoseMembersCannotBeReadIsNotJudged() {
        World world = new World(1);
        web(world);
        world.converge();
        ArmId machine = world.node(0).machine().orElseThrow();
        world.breaks(machine, "its networkProfileConfiguration is no object");
        assertThat(said(world)).isEmpty();
    }

    private static void web(World world) {
        world.service(Services.named("web").port("TCP", 80).local().yaml());
    }

    private static World nodeIp(World world) {
        return world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
    }

    private static void state(World world, String type, String name, String state) {
        ArmJson.properties(world.resource(type, name).orElseThrow()).put("provisioningState", state);
    }

    private static void set(World world, int index, Mark mark) {
        NodeFacts node = world.node(index);
        world.node(node(node.name(), node.machine(), mark));
    }

    @Test
    void anEventSaysSoOnlyIfTheClusterHasNodes() {
        for (int nodes : new int[]{0, 1}) {
            World world = new World(nodes);
            if (nodes > 0)
                set(world, 0, Mark.EXCLUDED);
            web(world);
            world.converge();
            assertThat(notices(world)).extracting(Notice::isEvent).containsExactly(nodes > 0);
        }
    }

    private static NodeFacts node(String name, Optional<ArmId> machine, Mark mark) {
        return new NodeFacts(name, machine, List.of("10.240.0.10"), mark == Mark.EXCLUDED, mark == Mark.LEAVING,
                mark == Mark.CONTROL_PLANE, Map.of(), DrainFacts.NONE);
    }

    private static List<String> said(World world) {
        return notices(world).map(Notice::message).toList();
    }

    private static Stream<Notice> notices(World world) {
        return world.plan()
                .plannedServices()
                .values()
                .stream()
                .flatMap(planned -> planned.notices().stream())
                .filter(notice -> notice.inCondition() && notice.type() == Notice.Type.WARNING);
    }
}
