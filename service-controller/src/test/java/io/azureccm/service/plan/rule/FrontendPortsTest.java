package io.azureccm.service.plan.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two listeners never share a port of a frontend: the first one keeps it, and the refusal of the second names it. */
class FrontendPortsTest {
    private static final String FRONTEND = "/subscriptions/" + World.SUBSCRIPTION
            + "/resourceGroups/k8s/providers/Microsoft.Network/loadBalancers/kubernetes/frontendIPConfigurations/mine";

    private final World world = new World(1);

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource(delimiter = '|', value = {"TCP|22|inbound NAT rule ssh", "UDP|22|", "TCP|49999|",
            "TCP|50000|inbound NAT pool vms", "TCP|50007|inbound NAT pool vms", "TCP|50119|inbound NAT pool vms",
            "UDP|50007|", "TCP|50120|", "TCP|60001|inbound NAT rule range", "TCP|8443|loadBalancing rule mine",
            "TCP|80|"})
    void portsOfForeignRulesAndNatRangesAreTaken(String protocol, int port, String holder) {
        world.put(ArmTypes.PUBLIC_IP, "vip", "{\"properties\": {\"ipAddress\": \"20.1.1.1\"}}");
        world.put(ArmTypes.LOAD_BALANCER, "kubernetes", """
                {"properties": {
                 "frontendIPConfigurations": [{"name": "mine", "properties": {"publicIPAddress": {"id": "PIP"}}}],
                 "loadBalancingRules": [{"name": "mine", "properties": {"frontendIPConfiguration": {"id": "FE"},
                   "protocol": "Tcp", "frontendPort": 8443}}],
                 "inboundNatRules": [{"name": "ssh", "properties": {"frontendIPConfiguration": {"id": "FE"},
                   "protocol": "Tcp", "frontendPort": 22}},
                  {"name": "range", "properties": {"frontendIPConfiguration": {"id": "FE"}, "protocol": "Tcp",
                   "frontendPort": 0, "frontendPortRangeStart": 60000, "frontendPortRangeEnd": 60010}}],
                 "inboundNatPools": [{"name": "vms", "properties": {"frontendIPConfiguration": {"id": "FE"},
                   "protocol": "tcp", "frontendPortRangeStart": 50000, "frontendPortRangeEnd": 50119}}]}}"""
                .replace("PIP", world.resource(ArmTypes.PUBLIC_IP, "vip").orElseThrow().path("id").asText())
                .replace("FE", FRONTEND));
        world.service(Services.named("web").port(protocol, port).annotation("azure-pip-name", "vip").yaml());
        List<Refusal> refusals = world.plan().plan().refusals();
        if (holder == null) {
            assertThat(refusals).isEmpty();
        } else {
            assertThat(refusals).singleElement()
                    .satisfies(refusal -> assertThat(refusal.message())
                            .startsWith("port " + port + " of this address is used by " + holder
                                    + ": use another port or another address; "
                                    + "checkLoadBalancerResourcesConflicts: service port ")
                            .containsPattern("which is being .*an existing " + holder));
        }
    }

    @Test
    void olderServiceKeepsAPortThatTwoAskForOnOneFrontend() {
        world.put(ArmTypes.PUBLIC_IP, "vip", "{\"properties\": {\"ipAddress\": \"20.1.1.1\"}}");
        world.service(Services.named("young")
                .port("TCP", 80)
                .created("2026-01-02T00:00:00Z")
                .annotation("azure-pip-name", "vip")
                .yaml());
        world.service(Services.named("old").port("TCP", 80).annotation("azure-pip-name", "vip").yaml());
        assertThat(world.plan().plan().refusals()).singleElement().satisfies(refusal -> {
            assertThat(refusal.subject()).isEqualTo("shop/young");
            assertThat(refusal.message()).contains("an existing loadBalancing rule ", "(service shop/old)");
        });
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false"})
    void portWithoutARuleIsFreeForOthers(boolean older, boolean younger) {
        world.put(ArmTypes.PUBLIC_IP, "vip", "{\"properties\": {\"ipAddress\": \"20.1.1.1\"}}");
        world.service(Services.named("old")
                .port("TCP", 80)
                .port("TCP", 443)
                .annotation("azure-pip-name", "vip")
                .annotation("port_443_no_lb_rule", "" + older)
                .yaml());
        world.service(Services.named("young")
                .port("TCP", 81)
                .port("TCP", 443)
                .annotation("azure-pip-name", "vip")
                .annotation("port_443_no_lb_rule", "" + younger)
                .created("2026-01-02T00:00:00Z")
                .yaml());
        assertThat(world.plan().plan().refusals()).isEmpty();
    }

    @Test
    void portOfAServiceThatCannotBePlannedStaysTakenInItsName() {
        world.put(ArmTypes.PUBLIC_IP, "vip", "{\"properties\": {\"ipAddress\": \"20.1.1.1\"}}");
        Services web = Services.named("web").port("TCP", 80).annotation("azure-pip-name", "vip");
        world.service(web.yaml());
        world.converge();
        world.service(web.annotation("azure-load-balancer-tcp-idle-timeout", "nonsense").yaml());
        world.service(Services.named("api").port("TCP", 80).annotation("azure-pip-name", "vip").yaml());
        assertThat(world.plan().plan().refusals()).filteredOn(refusal -> refusal.code().equals("PortConflict"))
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.message())
                        .startsWith("port 80 of this address is used by Service shop/web: "));
    }

    @Test
    void onlyOneServiceOfAFrontendCanHaveAllPorts() {
        for (String name : List.of("one", "two")) {
            world.service(Services.named(name)
                    .port("TCP", name.equals("one") ? 80 : 81)
                    .annotation("azure-load-balancer-internal", "true")
                    .annotation("azure-load-balancer-ipv4", "10.240.9.9")
                    .annotation("azure-load-balancer-enable-high-availability-ports", "true")
                    .yaml());
        }
        assertThat(world.plan().plan().refusals()).singleElement()
                .satisfies(refusal -> assertThat(refusal.message()).contains("all ports"));
    }
}
