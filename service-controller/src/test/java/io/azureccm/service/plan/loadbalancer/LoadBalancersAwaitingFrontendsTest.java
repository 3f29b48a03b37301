package io.azureccm.service.plan.loadbalancer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A load balancer that loses its only frontend while a public IP is recreated is distinguished from one that was never used. */
class LoadBalancersAwaitingFrontendsTest {
    private static final String IP_TAGS = "azure-pip-ip-tags";

    private final World world = new World(2);

    /** The next leader does not know why the load balancer has no frontends, and the Service does not need it any more. */
    @ParameterizedTest(name = "after {0} writes the Service is {1}")
    @CsvSource({"1,internal", "1,deleted", "2,internal", "2,deleted", "3,internal", "3,deleted"})
    void loadBalancerThatWasToGetItsFrontendBackGoesWithItsService(int writes, String change) {
        world.service(web().annotation(IP_TAGS, "A=1").yaml());
        world.converge();
        world.service(web().annotation(IP_TAGS, "A=2").status(address()).yaml());
        for (int write = 0; write < writes; write++)
            world.applyOne(world.plan().plan().ready().getFirst());
        if (change.equals("deleted")) {
            world.gone("web");
        } else {
            world.subnet("k8s-subnet", "10.240.0.0/16");
            world.service(web().annotation("azure-load-balancer-internal", "true").yaml());
        }
        world.converge();
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes")).isEmpty();
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes-internal").isPresent())
                .isEqualTo(change.equals("internal"));
        assertThat(world.resources().keySet()).noneMatch(id -> id.hasType(ArmTypes.PUBLIC_IP));
    }

    @Test
    void loadBalancerThatSomebodyMadeWithoutFrontendsStays() {
        world.subnet("k8s-subnet", "10.240.0.0/16");
        world.put(ArmTypes.LOAD_BALANCER, "kubernetes", """
                {"location": "eastus", "sku": {"name": "Standard"}, "tags": {"team": "net"},
                 "properties": {"backendAddressPools": [{"name": "kubernetes"}]}}""");
        world.service(web().annotation("azure-load-balancer-internal", "true").yaml());
        world.converge();
        world.gone("web");
        world.converge();
        ObjectNode balancer = world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow();
        assertThat(ResourceTags.of(balancer)).isEqualTo(Map.of("team", "net"));
    }

    @Test
    void loadBalancerWithoutFrontendsSaysThatItAwaitsOneOnlyUntilItHasIt() {
        world.with("systemTags", "team");
        world.service(web().annotation(IP_TAGS, "A=1").yaml());
        world.converge();
        world.service(web().annotation(IP_TAGS, "A=2").status(address()).yaml());
        world.applyOne(world.plan().plan().ready().getFirst());
        assertThat(ResourceTags.of(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow()))
                .isEqualTo(Map.of(LoadBalancersAwaitingFrontends.TAG, "kubernetes"));
        world.converge();
        assertThat(ResourceTags.of(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow())).isEmpty();
    }

    private String address() {
        return world.plan().plannedServices().get(Services.uid("web")).addresses().orElseThrow().getFirst();
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }
}
