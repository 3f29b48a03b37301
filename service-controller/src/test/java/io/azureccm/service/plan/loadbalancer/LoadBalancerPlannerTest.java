package io.azureccm.service.plan.loadbalancer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Plan;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.WorldPools;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stays on a load balancer, what goes, and when the load balancer goes itself. */
class LoadBalancerPlannerTest {
    private static final String WEB = ServiceNames.base(Services.uid("web"));
    private static final String API = ServiceNames.base(Services.uid("api"));

    private final World world = new World(2);

    @Test
    void elementsOfOthersStayByteForByteInAWriteForAService() {
        serve("web", 80);
        ObjectNode foreign = World.json("""
                {"name": "mine", "properties": {"protocol": "Tcp", "frontendPort": 9000, "backendPort": 9000,
                 "unknownToUs": {"deep": [1, 2]}}}""");
        ((ArrayNode) balancer().path("properties").path("loadBalancingRules")).add(foreign);
        serve("api", 81);
        assertThat(elements("loadBalancingRules")).contains(foreign);
        assertThat(names("loadBalancingRules")).containsExactlyInAnyOrder(WEB + "-TCP-80", API + "-TCP-81", "mine");
    }

    /** It may have the way of the nodes to the Internet, and be managed by somebody else. */
    @ParameterizedTest
    @CsvSource({"nodeIP", "nodeIPConfiguration"})
    void loadBalancerWithoutServicesIsNotTouchedNorAreItsPools(String pools) {
        world.with("loadBalancerBackendPoolConfigurationType", pools).with("tags", "a=b");
        ArmId balancer = World.id(ArmTypes.LOAD_BALANCER, "kubernetes");
        ObjectNode before = world.put(ArmTypes.LOAD_BALANCER, "kubernetes", """
                {"properties": {"frontendIPConfigurations": [{"name": "egress"}],
                 "backendAddressPools": [{"name": "kubernetes"}],
                 "outboundRules": [{"name": "egress", "properties": {
                   "frontendIPConfigurations": [{"id": "LB/frontendIPConfigurations/egress"}],
                   "backendAddressPool": {"id": "LB/backendAddressPools/kubernetes"}}}]}}"""
                .replace("LB", balancer.toString())).deepCopy();
        world.service(Services.named("inner")
                .port("TCP", 80)
                .annotation("azure-load-balancer-internal", "true")
                .yaml());
        List<Plan> plans = world.converge();
        assertThat(plans).isNotEmpty();
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes")).contains(before);
        assertThat(plans.stream().flatMap(plan -> plan.operations().stream()))
                .noneMatch(write -> write.target().equals(balancer) || WorldPools.refersTo(write.body(),
                        balancer.child("backendAddressPools", "kubernetes")));
    }

    @Test
    void serviceThatCannotBePlannedKeepsItsElements() {
        serve("web", 80);
        List<ObjectNode> before = elements("loadBalancingRules");
        world.service(Services.named("web")
                .port("TCP", 443)
                .annotation("azure-load-balancer-tcp-idle-timeout", "nonsense")
                .yaml());
        serve("api", 81);
        assertThat(elements("loadBalancingRules")).containsAll(before);
        assertThat(names("frontendIPConfigurations")).contains(WEB);
        assertThat(names("probes")).contains(WEB + "-TCP-80");
    }

    @Test
    void serviceThatGoesTakesItsFrontendRulesAndProbesWithIt() {
        serve("web", 80);
        serve("api", 81);
        world.gone("web");
        world.converge();
        for (String kind : List.of("loadBalancingRules", "probes", "frontendIPConfigurations"))
            assertThat(names(kind)).isNotEmpty().noneMatch(name -> name.startsWith(WEB));
    }

    @Test
    void loadBalancerGoesWithItsLastFrontend() {
        serve("web", 80);
        world.gone("web");
        world.converge();
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes")).isEmpty();
    }

    @Test
    void preconfiguredLoadBalancerStaysWithoutFrontends() {
        world.with("preConfiguredBackendPoolLoadBalancerTypes", "all");
        serve("web", 80);
        world.gone("web");
        world.converge();
        assertThat(names("frontendIPConfigurations")).isEmpty();
        assertThat(names("loadBalancingRules")).isEmpty();
    }

    private void serve(String name, int port) {
        world.service(Services.named(name).port("TCP", port).yaml());
        world.converge();
    }

    private ObjectNode balancer() {
        return world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow();
    }

    private List<ObjectNode> elements(String kind) {
        return ArmJson.list(balancer(), "properties", kind);
    }

    private List<String> names(String kind) {
        return elements(kind).stream().map(ArmJson::name).toList();
    }
}
