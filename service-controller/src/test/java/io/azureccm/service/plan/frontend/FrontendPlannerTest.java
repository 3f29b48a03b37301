package io.azureccm.service.plan.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The frontend of a Service: its own, kept while it fits, or that of another Service with the same address. */
class FrontendPlannerTest {
    private static final String INTERNAL = "azure-load-balancer-internal";
    private static final String SUBNET = "azure-load-balancer-internal-subnet";
    private static final String IPV4 = "azure-load-balancer-ipv4";
    private static final String WEB = ServiceNames.base(Services.uid("web"));

    private final World world = new World(2);

    @BeforeEach
    void subnets() {
        world.subnet("k8s-subnet", "10.240.0.0/16");
        world.subnet("other", "10.250.0.0/16");
    }

    @Test
    void frontendThatStillFitsIsKeptAsItIs() {
        serve(web().annotation(IPV4, "10.240.7.7"));
        ObjectNode before = frontends().getFirst().deepCopy();
        serve(web().status("10.240.7.7"));
        assertThat(frontends()).as("no address is specified any more").containsExactly(before);
    }

    @Test
    void serviceThatReturnsToASubnetKeepsTheAddressInItsStatus() {
        serve(web().annotation(SUBNET, "other"));
        frontends().getFirst().withObject("/properties").put("privateIPAddress", "10.250.1.5");
        serve(web().annotation(SUBNET, "k8s-subnet").status("10.240.7.7"));
        assertThat(address(frontends().getFirst())).isEqualTo("10.240.7.7");
    }

    @Test
    void addressInTheStatusThatAnotherServiceHasIsNotKept() {
        serve(Services.named("api").port("TCP", 81).annotation(INTERNAL, "true").annotation(IPV4, "10.240.7.7"));
        serve(web().status("10.240.7.7"));
        assertThat(frontends()).hasSize(2).extracting(FrontendPlannerTest::address).doesNotHaveDuplicates();
    }

    @Test
    void addressInTheStatusIsKeptThoughAnotherNetworkHasTheSame() {
        world.put(ArmTypes.LOAD_BALANCER, "theirs-internal", """
                {"properties": {"frontendIPConfigurations": [{"name": "theirs", "properties":
                 {"privateIPAddress": "10.240.7.7", "subnet": {"id": "NETWORK/subnets/theirs"}}}]}}"""
                .replace("NETWORK", World.id(ArmTypes.VIRTUAL_NETWORK, "theirs").toString()));
        serve(web().status("10.240.7.7"));
        assertThat(frontends()).singleElement().extracting(FrontendPlannerTest::address).isEqualTo("10.240.7.7");
    }

    @Test
    void frontendOfASharedAddressHasTheNameOfTheOldestService() {
        world.service(Services.named("young")
                .port("TCP", 81)
                .annotation(INTERNAL, "true")
                .annotation(IPV4, "10.240.7.7")
                .created("2026-01-02T00:00:00Z")
                .yaml());
        serve(web().annotation(IPV4, "10.240.7.7").created("2026-01-01T00:00:00Z"));
        assertThat(frontends()).singleElement()
                .satisfies(frontend -> assertThat(ArmJson.name(frontend)).isEqualTo(WEB));
    }

    @Test
    void addressOutsideTheSubnetIsRefusedWithTheRangesOfTheSubnet() {
        world.service(web().annotation(IPV4, "10.250.1.1").yaml());
        assertThat(world.plan().plan().refusals()).singleElement()
                .extracting(Refusal::message)
                .asString()
                .contains("10.250.1.1", "10.240.0.0/16");
    }

    @Test
    void serviceWhoseFrontendIsRefusedLateKeepsItAndNobodyElseTakesItOver() {
        serve(web().annotation(IPV4, "10.240.7.7"));
        world.subnet("nowhere", null);
        world.service(web().annotation(SUBNET, "nowhere").status("10.240.7.7").yaml());
        serve(Services.named("api").port("TCP", 81).annotation(INTERNAL, "true").annotation(IPV4, "10.240.7.7"));
        assertThat(frontends()).singleElement()
                .satisfies(frontend -> assertThat(ArmJson.name(frontend)).isEqualTo(WEB));
        assertThat(ArmJson.list(balancer(), "properties", "loadBalancingRules")).hasSize(2);
    }

    @Test
    void addressesOfAServiceAreInTheOrderOfItsFrontends() {
        world.subnet("k8s-subnet", "10.240.0.0/16, fd00::/64");
        serve(web().spec("ipFamilies: [IPv4, IPv6]"));
        List<String> before = addresses();
        assertThat(before).hasSize(2);
        ArmJson.properties(balancer()).set("frontendIPConfigurations", ArmJson.array(frontends().reversed()));
        assertThat(addresses()).isEqualTo(before.reversed());
    }

    private List<String> addresses() {
        return world.plan().plannedServices().get(Services.uid("web")).addresses().orElseThrow();
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80).annotation(INTERNAL, "true");
    }

    private void serve(Services service) {
        world.service(service.yaml());
        world.converge();
    }

    private ObjectNode balancer() {
        return world.resource(ArmTypes.LOAD_BALANCER, "kubernetes-internal").orElseThrow();
    }

    private List<ObjectNode> frontends() {
        return ArmJson.list(balancer(), "properties", "frontendIPConfigurations");
    }

    private static String address(ObjectNode frontend) {
        return ArmJson.text(frontend, "properties", "privateIPAddress");
    }
}
