package io.azureccm.service.plan.placement;

import static io.azureccm.service.plan.placement.PlacementTest.on;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.SecurityRules;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeFacts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Load balancers of the Basic SKU: one for each set of machines, chosen by annotation. */
class BasicLoadBalancerTest {
    private static final String MODE = "azure-load-balancer-mode";

    @Test
    void serviceGoesToTheLoadBalancerOfThePrimarySetWhichTakesItsMachinesAlone() {
        World world = world();
        world.service(web().yaml());
        world.converge();
        assertThat(on(world, "kubernetes")).containsExactly("web");
        assertThat(members(world, "kubernetes")).containsExactly("vm-1");
        assertThat(ArmJson.text(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow(), "sku", "name"))
                .isEqualTo("Basic");
    }

    @Test
    void annotationNamesTheSetWhoseLoadBalancerIsUsed() {
        World world = world();
        world.service(web().yaml());
        world.service(Services.named("two").port("TCP", 80).annotation(MODE, "AS-2").yaml());
        world.converge();
        assertThat(on(world, "as-2")).containsExactly("two");
        assertThat(members(world, "as-2")).containsExactly("vm-2", "vm-3");
        assertThat(members(world, "kubernetes")).containsExactly("vm-1");
    }

    @Test
    void securityRulesNameTheMachinesOfTheSetWhenFloatingIpIsOff() {
        World world = world();
        String off = "azure-disable-load-balancer-floating-ip";
        world.service(Services.named("web").port("TCP", 80, 31500).annotation(off, "true").yaml());
        world.service(
                Services.named("two").port("TCP", 80, 31501).annotation(off, "true").annotation(MODE, "as-2").yaml());
        world.converge();
        assertThat(SecurityRules.unordered(world)).containsExactly(
                "Allow Tcp Internet > 10.240.0.100 31500", "Allow Tcp Internet > 10.240.0.101,10.240.0.102 31501");
    }

    @Test
    void anySetWillDoForAutoWhichTakesOneWithoutLoadBalancerAndThenTheEmptiest() {
        World world = world();
        for (String name : List.of("a", "b", "c", "d", "e")) {
            Services service = Services.named(name).port("TCP", 80).annotation(MODE, " __AUTO__ ");
            if (name.equals("a"))
                service.port("TCP", 81);
            world.service(service.created("2026-01-0" + (name.charAt(0) - 96) + "T00:00:00Z").yaml());
        }
        world.converge();
        assertThat(on(world, "kubernetes")).containsExactly("a");
        assertThat(on(world, "as-2")).containsExactly("b", "d");
        assertThat(on(world, "as-3")).containsExactly("c", "e");
    }

    @Test
    void serviceStaysWhereItIsUntilItsAnnotationNamesAnotherSet() {
        World world = world();
        world.service(web().annotation(MODE, "as-2").yaml());
        world.converge();
        world.service(web().yaml());
        assertThat(world.converge()).isEmpty();
        assertThat(on(world, "as-2")).containsExactly("web");
        world.service(web().annotation(MODE, "as-1").yaml());
        world.converge();
        assertThat(on(world, "kubernetes")).containsExactly("web");
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "as-2")).isEmpty();
        assertThat(members(world, "kubernetes")).containsExactly("vm-1");
    }

    @Test
    void setWithoutNodesIsRefusedByName() {
        World world = world();
        world.service(web().annotation(MODE, "as-9").yaml());
        world.virtualMachine("master-1", set("as-9"));
        NodeFacts node = world.node("master-1");
        world.node(new NodeFacts(node.name(), node.machine(), node.internalIps(), false, false, true, Map.of(),
                DrainFacts.NONE));
        world.node("vmss-of-another-type", 0, Map.of());
        assertThat(refusals(world)).contains("VM set \"as-9\"", "the nodes are in as-1, as-2, as-3;");
    }

    @Test
    void serviceIsServedOnTheLoadBalancerOfASetThatHasLostItsNodes() {
        World world = world();
        world.service(web().annotation(MODE, "as-3").yaml());
        world.converge();
        world.nodeLeft("vm-4");
        world.service(web().annotation(MODE, "as-3").port("TCP", 81).yaml());
        assertThat(refusals(world)).doesNotContain("VM set");
        world.converge();
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "as-3").orElseThrow().toString()).contains("-TCP-81");
    }

    @Test
    void fullLoadBalancerTakesNoMoreServicesAndKeepsThoseItHas() {
        World world = world().with("maximumLoadBalancerRuleCount", "2");
        world.service(web().port("TCP", 81).yaml());
        world.converge();
        assertThat(on(world, "kubernetes")).containsExactly("web");
        world.service(Services.named("late").port("TCP", 80).created("2026-02-01T00:00:00Z").yaml());
        assertThat(refusals(world)).contains("has more than 1 rules");
        assertThat(on(world, "kubernetes")).containsExactly("web");
    }

    @Test
    void modeSaysNothingOfStandardLoadBalancers() {
        World world = new World(2);
        world.service(web().annotation(MODE, "as-9").yaml());
        world.converge();
        assertThat(on(world, "kubernetes")).containsExactly("web");
    }

    @Test
    void everythingGoesWithTheLastService() {
        World world = world();
        world.service(web().annotation(MODE, "as-2").yaml());
        world.converge();
        world.gone("web");
        world.converge();
        assertThat(world.resources().keySet())
                .noneMatch(id -> id.hasType(ArmTypes.LOAD_BALANCER) || id.hasType(ArmTypes.PUBLIC_IP));
    }

    /** Three availability sets with one, two and one machines; the first is the primary one. */
    private static World world() {
        World world = new World(0).with("loadBalancerSku", "basic")
                .with("vmType", "standard")
                .with("primaryAvailabilitySetName", "as-1");
        world.virtualMachine("vm-1", set("as-1"));
        world.virtualMachine("vm-2", set("as-2"));
        world.virtualMachine("vm-3", set("as-2"));
        world.virtualMachine("vm-4", set("as-3"));
        return world;
    }

    private static String set(String name) {
        return "/subscriptions/" + World.SUBSCRIPTION
                + "/resourceGroups/k8s/providers/Microsoft.Compute/availabilitySets/" + name;
    }

    /** Machines whose interfaces are in the pool of a load balancer. */
    private static Set<String> members(World world, String balancer) {
        Set<String> machines = new TreeSet<>();
        for (int i = 1; i <= 4; i++) {
            ObjectNode nic = world.resource(ArmTypes.NETWORK_INTERFACE, "vm-" + i + "-nic").orElseThrow();
            if (nic.toString().toLowerCase(java.util.Locale.ROOT).contains("/loadbalancers/" + balancer + "/"))
                machines.add("vm-" + i);
        }
        return machines;
    }

    private static String refusals(World world) {
        return world.plan().plan().refusals().stream().map(Refusal::message).collect(Collectors.joining("; "));
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }
}
