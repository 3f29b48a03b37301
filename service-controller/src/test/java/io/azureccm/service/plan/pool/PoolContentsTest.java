package io.azureccm.service.plan.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeFacts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pools that are filled, emptied or left alone with the kind of members that the cloud config asks for. */
class PoolContentsTest {
    private final World world = new World(1);

    @Test
    void poolOfInterfacesIsNotConvertedWhileNoNodeCouldBeInIt() {
        serve();
        exclude();
        nodeIp();
        world.converge();
        assertThat(addresses("kubernetes")).isEmpty();
        assertThat(world.resources().get(world.node(0).machine().orElseThrow()).toString())
                .contains("/backendAddressPools/kubernetes\"");
    }

    @Test
    void modelOfAScaleSetWithoutMachinesLeavesThePoolBeforeItGetsAddresses() {
        serve();
        world.resources().remove(world.node(0).machine().orElseThrow());
        world.nodeLeft(0);
        world.node("vmss-b", 0, Map.of());
        nodeIp();
        world.converge();
        assertThat(addresses("kubernetes")).containsExactly("vmss-b000000");
        assertThat(world.resource(ArmTypes.SCALE_SET, "vmss-a").orElseThrow().toString())
                .doesNotContain("/backendAddressPools/kubernetes\"");
    }

    @Test
    void poolOfAddressesIsEmptiedOnlyIfAMachineFollowsAndThatOfSomebodyElseNever() {
        nodeIp();
        serve();
        ArmJson.properties(balancer())
                .withArray("/backendAddressPools")
                .add(World.json("""
                        {"name": "theirs", "properties": {"loadBalancerBackendAddresses":
                         [{"name": "a", "properties": {"ipAddress": "10.240.0.99"}}]}}"""));
        NodeFacts node = world.node(0);
        exclude();
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIPConfiguration");
        world.converge();
        assertThat(addresses("kubernetes")).containsExactly("vmss-a000000");
        world.node(node);
        world.converge();
        assertThat(addresses("kubernetes")).isEmpty();
        assertThat(addresses("theirs")).containsExactly("a");
    }

    @ParameterizedTest
    @CsvSource({"all, true", "external, true", "internal, false"})
    void preconfiguredPoolIsFilledWhenItIsMadeAndIsNotManagedAfterwards(String types, boolean preconfigured) {
        nodeIp();
        world.with("preConfiguredBackendPoolLoadBalancerTypes", types);
        serve();
        assertThat(addresses("kubernetes")).containsExactly("vmss-a000000");
        world.machine(1);
        world.drain("vmss-a000000", DrainReason.CORDONED, 5);
        assertThat(world.converge().isEmpty()).isEqualTo(preconfigured);
    }

    @Test
    void poolOfAServiceStaysWhileAnOutboundRuleUsesIt() {
        nodeIp();
        world.with("multipleStandardLoadBalancerConfigurations", "[{name: kubernetes, primaryVMSet: vmss-a}]");
        world.service(Services.named("web").port("TCP", 80).local().yaml());
        world.converge();
        ObjectNode rule = World.json("{\"name\": \"egress\"}");
        ArmJson.properties(rule)
                .set("backendAddressPool", ArmJson.reference(
                        World.id(ArmTypes.LOAD_BALANCER, "kubernetes") + "/backendAddressPools/shop-web"));
        ArmJson.properties(balancer()).putArray("outboundRules").add(rule);
        serve();
        assertThat(pools()).containsExactlyInAnyOrder("kubernetes", "shop-web");
        ArmJson.properties(balancer()).remove("outboundRules");
        world.converge();
        assertThat(pools()).containsExactly("kubernetes");
    }

    /** The pool "shop-web-ipv6" could also be that of IPv4 addresses of the other Service. */
    @ParameterizedTest
    @CsvSource({"2026-01-01", "2026-01-03"})
    void poolOfAServiceHasNothingToDoWithAnotherOneThatWouldHaveItForAnotherFamily(String created) {
        nodeIp();
        several();
        NodeFacts one = world.node(0);
        world.node(new NodeFacts(one.name(), one.machine(), List.of("10.240.0.10", "fd00::10"), false, false, false,
                Map.of(), DrainFacts.NONE));
        world.machine(1);
        NodeFacts two = world.node(1);
        world.node(new NodeFacts(two.name(), two.machine(), List.of("10.240.0.11", "fd00::11"), false, false, false,
                Map.of(), DrainFacts.NONE));
        world.endpoints("web", "vmss-a000000");
        world.endpoints("web-ipv6", "vmss-a000001");
        world.service(Services.named("web")
                .port("TCP", 80)
                .local()
                .spec("ipFamilies: [IPv4, IPv6]")
                .created("2026-01-02T00:00:00Z")
                .yaml());
        world.service(Services.named("web-ipv6")
                .port("TCP", 80)
                .local()
                .spec("ipFamilies: [IPv6]")
                .created(created + "T00:00:00Z")
                .yaml());
        world.converge();
        assertThat(members("shop-web")).containsExactly("10.240.0.10");
        assertThat(members("shop-web-ipv6")).containsExactly("fd00::10");
        assertThat(members("shop-web-ipv6-ipv6")).containsExactly("fd00::11");
    }

    @Test
    void poolOfAServiceFollowsItsPodsAlsoIfThePoolsOfTheClusterArePreconfigured() {
        nodeIp();
        several();
        world.with("preConfiguredBackendPoolLoadBalancerTypes", "all");
        world.machine(1);
        world.endpoints("web", "vmss-a000000");
        world.service(Services.named("web").port("TCP", 80).local().yaml());
        world.converge();
        assertThat(addresses("shop-web")).containsExactly("vmss-a000000");
        world.endpoints("web", "vmss-a000001");
        world.converge();
        assertThat(addresses("shop-web")).containsExactly("vmss-a000001");
    }

    private void several() {
        world.with("multipleStandardLoadBalancerConfigurations", "[{name: kubernetes, primaryVMSet: vmss-a}]");
    }

    private List<String> members(String pool) {
        return ArmJson.list(balancer(), "properties", "backendAddressPools")
                .stream()
                .filter(each -> ArmJson.name(each).equals(pool))
                .flatMap(each -> each.findValuesAsText("ipAddress").stream())
                .toList();
    }

    private void nodeIp() {
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
    }

    private void serve() {
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
    }

    private void exclude() {
        NodeFacts node = world.node(0);
        world.node(new NodeFacts(node.name(), node.machine(), node.internalIps(), true, false, false, Map.of(),
                DrainFacts.NONE));
    }

    private ObjectNode balancer() {
        return world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow();
    }

    private List<String> pools() {
        return ArmJson.list(balancer(), "properties", "backendAddressPools").stream().map(ArmJson::name).toList();
    }

    private List<String> addresses(String pool) {
        return ArmJson.list(balancer(), "properties", "backendAddressPools")
                .stream()
                .filter(each -> ArmJson.name(each).equals(pool))
                .flatMap(each -> ArmJson.list(each, "properties", "loadBalancerBackendAddresses").stream())
                .map(ArmJson::name)
                .toList();
    }
}
