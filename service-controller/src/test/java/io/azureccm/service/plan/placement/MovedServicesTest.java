package io.azureccm.service.plan.placement;

import static io.azureccm.service.plan.placement.PlacementTest.on;
import static io.azureccm.service.plan.placement.PlacementTest.publicIp;
import static io.azureccm.service.plan.placement.PlacementTest.refusal;
import static io.azureccm.service.plan.placement.PlacementTest.sharedAddress;
import static io.azureccm.service.plan.placement.PlacementTest.world;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Services that move between load balancers keep their addresses, or stay where they are. */
class MovedServicesTest {
    private static final String CONFIGURATIONS = "azure-load-balancer-configurations";
    private static final String TWO = PlacementTest.TWO;
    private static final String SELECTING = PlacementTest.SELECTING;

    @Test
    void serviceThatMovesDoesNotAskForAPrivateAddressThatAnotherServiceHasByNow() {
        World world = world(SELECTING);
        world.service(
                Services.named("other").port("TCP", 80).annotation("azure-load-balancer-internal", "true").yaml());
        world.converge();
        String address = frontend(world, "kubernetes-internal").path("privateIPAddress").asText();
        world.service(web().label("tier", "gold")
                .annotation("azure-load-balancer-internal", "true")
                .status(address)
                .yaml());
        world.converge();
        assertThat(frontend(world, "lb2-internal").path("privateIPAllocationMethod").asText()).isEqualTo("Dynamic");
        assertThat(frontend(world, "lb2-internal").path("privateIPAddress").asText()).isNotEqualTo(address);
    }

    /** Azure gives the address to another frontend while it still shows the load balancer that had it before. */
    @Test
    void frontendKeepsAnAddressThatALoadBalancerShowsWhoseDeletionHasNotEnded() {
        World world = world(SELECTING);
        Services leaving = Services.named("other").port("TCP", 80).annotation("azure-load-balancer-internal", "true");
        world.service(leaving.yaml());
        world.service(web().label("tier", "gold").annotation("azure-load-balancer-internal", "true").yaml());
        world.converge();
        frontend(world, "lb2-internal").put("privateIPAddress",
                frontend(world, "kubernetes-internal").path("privateIPAddress").asText());
        world.gone("other");

        assertThat(world.plan().plan().operations()).extracting(operation -> operation.target().name())
                .contains("kubernetes-internal")
                .doesNotContain("lb2-internal");
    }

    @Test
    void changedLabelMovesTheServiceWithItsAddressAndTheOldSideLetsGoFirst() {
        World world = world(SELECTING);
        world.service(web().yaml());
        world.converge();
        assertThat(on(world, "kubernetes")).containsExactly("web");
        String address = world.resource(ArmTypes.PUBLIC_IP, publicIp("web")).orElseThrow().toString();
        world.service(web().label("tier", "gold").status("20.0.0.5").yaml());
        world.converge();
        assertThat(on(world, "lb2")).containsExactly("web");
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes")).isEmpty();
        assertThat(world.resource(ArmTypes.PUBLIC_IP, publicIp("web")).orElseThrow().toString()).isEqualTo(address);
    }

    @Test
    void servicesThatChangePlacesBothArrive() {
        World world = world(
                "[{name: kubernetes, primaryVMSet: vmss-a, serviceLabelSelector: {matchLabels: {at: one}}}, "
                        + "{name: lb2, primaryVMSet: vmss-b, serviceLabelSelector: {matchLabels: {at: two}}}]");
        world.service(Services.named("a").port("TCP", 80).label("at", "one").yaml());
        world.service(Services.named("b").port("TCP", 80).label("at", "two").yaml());
        world.converge();
        world.service(Services.named("a").port("TCP", 80).label("at", "two").yaml());
        world.service(Services.named("b").port("TCP", 80).label("at", "one").yaml());
        world.converge();
        assertThat(on(world, "kubernetes")).containsExactly("b");
        assertThat(on(world, "lb2")).containsExactly("a");
    }

    @Test
    void serviceWhoseFrontendOthersShareIsNotMoved() {
        World world = world(SELECTING);
        sharedAddress(world);
        world.service(web().annotation("azure-pip-name", "vip").yaml());
        world.service(
                Services.named("other").port("TCP", 81).annotation("azure-load-balancer-ipv4", "20.1.1.1").yaml());
        world.converge();
        assertThat(on(world, "kubernetes")).containsExactly("other", "web");
        world.service(web().annotation("azure-pip-name", "vip").label("tier", "gold").yaml());
        assertThat(refusal(world)).contains("specifies an IP that resides on load balancer \"kubernetes\"");
        world.service(web().label("tier", "gold").yaml());
        assertThat(refusal(world))
                .contains("cannot migrate from load balancer \"kubernetes\" to \"lb2\" because frontend IP");
        assertThat(world.converge()).isEmpty();
        assertThat(on(world, "kubernetes")).containsExactly("other", "web");
        world.gone("other");
        assertThat(world.plan().plan().refusals()).isEmpty();
        world.converge();
        assertThat(on(world, "lb2")).containsExactly("web");
    }

    @Test
    void serviceThatGivesUpASharedPrivateAddressMovesAndTheOthersKeepIt() {
        World world = world(TWO);
        Services api = Services.named("api").port("TCP", 81).created("2026-01-02T00:00:00Z");
        world.service(shared(web()).yaml());
        world.service(shared(api).status("10.240.9.9").yaml());
        world.converge();
        assertThat(on(world, "kubernetes-internal")).containsExactly("api", "web");
        world.service(Services.named("api")
                .port("TCP", 81)
                .created("2026-01-02T00:00:00Z")
                .annotation("azure-load-balancer-internal", "true")
                .annotation(CONFIGURATIONS, "lb2")
                .status("10.240.9.9")
                .yaml());
        ServicePlan moving = world.plan();
        assertThat(moving.plan().refusals()).isEmpty();
        assertThat(moving.plannedServices().get(Services.uid("api")).meanwhile()).contains(List.of());
        world.converge();
        assertThat(on(world, "kubernetes-internal")).containsExactly("web");
        assertThat(frontend(world, "kubernetes-internal").path("privateIPAddress").asText()).isEqualTo("10.240.9.9");
        assertThat(on(world, "lb2-internal")).containsExactly("api");
        assertThat(frontend(world, "lb2-internal").path("privateIPAddress").asText()).isNotEqualTo("10.240.9.9");
    }

    @Test
    void serviceThatNamesASharedPrivateAddressIsNotMoved() {
        World world = world(TWO);
        world.service(shared(web()).yaml());
        world.service(shared(Services.named("api").port("TCP", 81)).created("2026-01-02T00:00:00Z").yaml());
        world.converge();
        world.service(shared(Services.named("api").port("TCP", 81)).created("2026-01-02T00:00:00Z")
                .annotation(CONFIGURATIONS, "lb2")
                .yaml());
        assertThat(refusal(world)).contains("has conflicting load balancer configuration");
        world.service(
                web().annotation("azure-load-balancer-internal", "true").annotation(CONFIGURATIONS, "lb2").yaml());
        assertThat(refusal(world)).contains("cannot migrate from load balancer \"kubernetes-internal\"");
    }

    @Test
    void serviceThatBecomesInternalKeepsItsConfiguration() {
        World world = world(TWO);
        world.service(web().annotation(CONFIGURATIONS, "lb2").yaml());
        world.converge();
        world.service(web().annotation("azure-load-balancer-internal", "true").yaml());
        world.converge();
        assertThat(on(world, "lb2-internal")).containsExactly("web");
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "lb2")).isEmpty();
    }

    @Test
    void renamedLoadBalancerTakesOverServicesAndAddressesOfTheOldOne() {
        World world = new World(2);
        world.service(web().yaml());
        world.converge();
        world.with("loadBalancerName", "fresh");
        world.converge();
        assertThat(on(world, "fresh")).containsExactly("web");
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes")).isEmpty();
    }

    @Test
    void basicLoadBalancerMakesRoomForAStandardOneWithAllServicesAndAddresses() {
        World world = new World(2).with("loadBalancerSku", "basic");
        world.service(web().yaml());
        world.service(
                Services.named("inner").port("TCP", 80).annotation("azure-load-balancer-internal", "true").yaml());
        world.converge();
        String address = ArmJson.text(world.resource(ArmTypes.PUBLIC_IP, publicIp("web")).orElseThrow(), "properties",
                "ipAddress");
        world.with("loadBalancerSku", "standard");
        world.converge();
        for (String balancer : List.of("kubernetes", "kubernetes-internal")) {
            ObjectNode json = world.resource(ArmTypes.LOAD_BALANCER, balancer).orElseThrow();
            assertThat(ArmJson.text(json, "sku", "name")).isEqualTo("Standard");
            assertThat(on(world, balancer)).hasSize(1);
        }
        ObjectNode ip = world.resource(ArmTypes.PUBLIC_IP, publicIp("web")).orElseThrow();
        assertThat(ArmJson.text(ip, "sku", "name")).isEqualTo("Standard");
        assertThat(ArmJson.text(ip, "properties", "ipAddress")).isEqualTo(address);
    }

    @Test
    void basicLoadBalancerWithAFrontendOfSomebodyElseStays() {
        World world = new World(2).with("loadBalancerSku", "basic");
        world.service(web().yaml());
        world.converge();
        ObjectNode balancer = world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow();
        ArmJson.properties(balancer).withArray("/frontendIPConfigurations").addObject().put("name", "theirs");
        world.with("loadBalancerSku", "standard");
        assertThat(refusal(world)).contains("has the Basic SKU", "frontend theirs");
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes")).contains(balancer);
    }

    private static ObjectNode frontend(World world, String balancer) {
        return ArmJson
                .properties(ArmJson.list(world.resource(ArmTypes.LOAD_BALANCER, balancer).orElseThrow(), "properties",
                        "frontendIPConfigurations").getFirst());
    }

    private static Services shared(Services service) {
        return service.annotation("azure-load-balancer-internal", "true")
                .annotation("azure-load-balancer-ipv4", "10.240.9.9");
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }
}
