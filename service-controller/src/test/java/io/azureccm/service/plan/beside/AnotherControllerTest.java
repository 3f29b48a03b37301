package io.azureccm.service.plan.beside;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.SecurityRules;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a controller of the Services of one class does to resources that another controller writes for other Services. */
class AnotherControllerTest {
    private static final String PIP_NAME = "azure-pip-name";
    private static final String NO_FLOATING_IP = "azure-disable-load-balancer-floating-ip";
    private static final String INTERNAL = "azure-load-balancer-internal";

    private static final String OTHER = SecurityRules.rule("k8s-azure-lb_allow_IPv4_0123456789abcdef0123456789abcdef",
            600, """
                    "sourceAddressPrefix": "Internet", "destinationAddressPrefix": "30.0.0.9",
                    "destinationPortRanges": ["80"]""");

    private final World world = new World(2);

    @BeforeEach
    void besideAnother() {
        world.beside();
    }

    @Test
    void everythingOfOtherServicesStaysWhenTheLastOwnOneGoes() {
        world.service(Services.named("other").port("TCP", 80).yaml());
        world.converge();
        String before = elements("other").toString();
        world.servedElsewhere("other");
        world.service(own().yaml());
        world.converge();
        assertThat(elements("other").toString()).isEqualTo(before);
        assertThat(elements("own")).hasSize(3);
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp Internet > 20.0.0.5,20.0.0.6 80");

        world.gone("own");
        world.converge();
        assertThat(elements("other").toString()).isEqualTo(before);
        assertThat(elements("own")).isEmpty();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp Internet > 20.0.0.5 80");
        assertThat(world.resource(ArmTypes.PUBLIC_IP, "kubernetes-" + ServiceNames.base(Services.uid("other"))))
                .isPresent();
    }

    @Test
    void addressThatNobodyIsKnownToHaveStays() {
        world.service(own().yaml());
        world.converge();
        SecurityRules.put(world, OTHER);
        world.converge();
        assertThat(SecurityRules.of(world)).as("the other controller may just have written it")
                .containsExactly("500 Allow Tcp Internet > 20.0.0.5 80", "600 Allow Tcp Internet > 30.0.0.9 80");
    }

    @Test
    void addressOfAClassThatIsInNoStatusYetStaysToo() {
        World all = new World(2);
        all.service(own().yaml());
        all.converge();
        all.service(Services.named("of-class").port("TCP", 80).yaml());
        all.servedElsewhere("of-class");
        SecurityRules.put(all, OTHER);
        all.converge();
        assertThat(SecurityRules.of(all)).hasSize(2);

        all.service(Services.named("of-class").port("TCP", 80).status("30.0.0.8").yaml());
        all.servedElsewhere("of-class");
        all.converge();
        assertThat(SecurityRules.of(all)).as("now it is known that nobody has 30.0.0.9")
                .containsExactly("500 Allow Tcp Internet > 20.0.0.5 80");
    }

    @Test
    void nodeThatLeftIsTakenOutThoughAServiceOfAClassIsInNoStatus() {
        World all = new World(2);
        all.service(own().annotation(NO_FLOATING_IP, "true").yaml());
        all.converge();
        all.service(Services.named("of-class").port("TCP", 81).yaml());
        all.servedElsewhere("of-class");
        all.nodeLeft(0);
        all.converge();
        assertThat(SecurityRules.of(all)).singleElement()
                .asString()
                .contains("10.240.0.11")
                .doesNotContain("10.240.0.10");
    }

    @Test
    void rulesToNodesOfOtherServicesStay() {
        world.service(Services.named("other").port("TCP", 80).annotation(NO_FLOATING_IP, "true").yaml());
        world.service(own().annotation(NO_FLOATING_IP, "true").yaml());
        world.converge();
        List<String> before = SecurityRules.of(world);
        world.servedElsewhere("other");
        assertThat(world.converge()).isEmpty();
        world.gone("own");
        world.converge();
        assertThat(SecurityRules.of(world)).hasSize(1).isSubsetOf(before);
    }

    @Test
    void poolOfALoadBalancerWithOtherServicesOnlyIsTheirs() {
        world.service(Services.named("other").port("TCP", 80).annotation(INTERNAL, "true").yaml());
        world.service(own().yaml());
        world.converge();
        world.servedElsewhere("other");
        world.virtualMachine("joins", "");
        world.converge();
        assertThat(poolsOf("joins")).as("an own Service is on the external one")
                .anyMatch(pool -> pool.contains("/kubernetes/"))
                .noneMatch(pool -> pool.contains("/kubernetes-internal/"));
    }

    @Test
    void poolIsStillFilledForAnOwnServiceThatIsRefused() {
        world.service(own().yaml());
        world.converge();
        world.service(own().annotation("azure-load-balancer-tcp-idle-timeout", "2").yaml());
        world.virtualMachine("joins", "");
        world.converge();
        assertThat(poolsOf("joins")).singleElement().asString().contains("/kubernetes/");
    }

    @Test
    void sharedFrontendOfAnotherServiceStaysWithoutItsRules() {
        world.put(ArmTypes.PUBLIC_IP, "shared", "{\"sku\":{\"name\":\"Standard\"},\"properties\":{\"ipAddress\":"
                + "\"40.0.0.1\",\"publicIPAllocationMethod\":\"Static\",\"publicIPAddressVersion\":\"IPv4\"}}");
        world.service(Services.named("other")
                .port("TCP", 80)
                .annotation("port_80_no_lb_rule", "true")
                .annotation(PIP_NAME, "shared")
                .yaml());
        world.service(own().annotation(PIP_NAME, "shared").yaml());
        world.converge();
        world.servedElsewhere("other");
        world.gone("own");
        world.converge();
        assertThat(elements("other")).hasSize(1);
    }

    @Test
    void basicLoadBalancerOfOtherServicesIsNotReplaced() {
        world.with("loadBalancerSku", "basic");
        world.service(Services.named("other").port("TCP", 80).yaml());
        world.converge();
        String before = elements("other").toString();
        world.with("loadBalancerSku", "standard");
        world.servedElsewhere("other");
        world.service(own().yaml());
        world.plan().plan().ready().forEach(world::applyOne);
        assertThat(elements("other").toString()).isEqualTo(before);
    }

    private static Services own() {
        return Services.named("own").port("TCP", 80).created("2026-01-02T00:00:00Z");
    }

    /** The frontends, rules and probes of a Service on the external load balancer. */
    private List<JsonNode> elements(String service) {
        ObjectNode balancer = world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow();
        List<JsonNode> all = new ArrayList<>();
        for (String kind : List.of("frontendIPConfigurations", "loadBalancingRules", "probes")) {
            balancer.withObject("/properties").withArray(kind).forEach(element -> {
                if (element.path("name").asText().startsWith(ServiceNames.base(Services.uid(service))))
                    all.add(element);
            });
        }
        return all;
    }

    /** The ids of the pools of the machine. */
    private List<String> poolsOf(String machine) {
        return world.resource(ArmTypes.NETWORK_INTERFACE, machine + "-nic")
                .orElseThrow()
                .findValues("loadBalancerBackendAddressPools")
                .stream()
                .flatMap(pools -> pools.findValuesAsText("id").stream())
                .toList();
    }
}
