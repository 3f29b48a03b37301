package io.azureccm.service.plan.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
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

/** A Service that no node can take traffic of says so, and why each node is left out. */
class PoolsWithoutMembersTest {
    private static final String EMPTY = "no node can take its traffic: pool kubernetes of load balancer kubernetes has no member; ";
    private static final String EXCLUDED = "excluded by the label node.kubernetes.io/exclude-from-external-load-balancers,"
            + " unmanaged, or in another resource group";

    private record Case(String name, int machines, Consumer<World> world, String message) {}

    private static final List<Case> CASES = List.of(
            new Case("no nodes", 0, world -> {}, EMPTY + "the cluster has no node"),
            new Case("all nodes excluded", 2, world -> {
                set(world, 0, Mark.EXCLUDED);
                set(world, 1, Mark.EXCLUDED);
            }, EMPTY + "2 nodes (vmss-a000000, vmss-a000001): " + EXCLUDED),
            new Case("different reasons, the most frequent first", 5, world -> {
                for (int i = 0; i < 4; i++)
                    set(world, i, Mark.LEAVING);
                set(world, 4, Mark.EXCLUDED);
            }, EMPTY + "4 nodes (vmss-a000000, vmss-a000001, vmss-a000002 and 1 more): being deleted or drained;"
                    + " node vmss-a000004: " + EXCLUDED),
            new Case("control plane nodes only", 1, world -> set(world, 0, Mark.CONTROL_PLANE),
                    EMPTY + "node vmss-a000000: control plane"),
            new Case("a node without a providerID", 0,
                    world -> world.node(node("new", Optional.empty(), Mark.NONE)),
                    EMPTY + "node new: no providerID yet"),
            new Case("a machine that Azure does not have", 1,
                    world -> world.resources().remove(world.node(0).machine().orElseThrow()),
                    EMPTY + "node vmss-a000000: its machine or its network interface is not found in Azure"),
            new Case("control plane nodes only, pools of addresses", 1, world -> {
                nodeIp(world);
                set(world, 0, Mark.CONTROL_PLANE);
            }, EMPTY + "node vmss-a000000: control plane"),
            new Case("a Local Service without pods", 1, world -> {
                nodeIp(world).with("multipleStandardLoadBalancerConfigurations",
                        "[{name: kubernetes, primaryVMSet: vmss-a}]");
                world.endpoints("web");
            }, "no node can take its traffic: pool shop-web of load balancer kubernetes has no member; no"
                    + " node runs a ready pod of the Service"));

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
