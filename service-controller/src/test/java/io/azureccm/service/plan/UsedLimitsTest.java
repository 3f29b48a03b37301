package io.azureccm.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.limit.Headroom;
import io.azureccm.common.core.limit.Headroom.Limit;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.observed.ObservedState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UsedLimitsTest {
    private static final String GROUP = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/";
    private static final String SECURITY = "nsg";

    @Test
    void loadBalancersAreCountedByThemselvesAndTheirRulesTogetherAtTheInterfaceThatHasMost() throws Exception {
        LoadBalancer outer = balancer("kubernetes", "Standard", 3, List.of("a", "b"));
        LoadBalancer inner = balancer("kubernetes-internal", "Basic", 2, List.of("b"));

        assertThat(UsedLimits.of(List.of(outer, inner), Optional.empty(), SECURITY)).map(Object::toString)
                .containsExactly("loadBalancers/kubernetes: load-balancer-rules 3 of 1500",
                        "loadBalancers/kubernetes: frontends 1 of 600",
                        "loadBalancers/kubernetes: pool-members 2 of 5000",
                        "loadBalancers/kubernetes-internal: load-balancer-rules 2 of 250",
                        "loadBalancers/kubernetes-internal: frontends 1 of 200",
                        "loadBalancers/kubernetes-internal: pool-members 1 of 300",
                        "networkInterfaces: rules-per-interface 5 of 300");
    }

    @Test
    void interfacesThatAreBehindNoRuleAreNotCountedAndQuotasComeLast() throws Exception {
        Headroom quota = new Headroom(Limit.PUBLIC_IPS, "eastus", 3, 10);
        ObservedState observed = new World(1).observedState();

        assertThat(UsedLimits.of(List.of(balancer("kubernetes", "Standard", 0, List.of("a"))), Optional.empty(),
                SECURITY)).noneMatch(each -> each.toString().startsWith("networkInterfaces"));
        assertThat(UsedLimits.of(observed, SECURITY, List.of(quota))).hasSize(3).endsWith(quota);
    }

    @Test
    void prefixesOfTheSecurityGroupAreThoseOfTheSideThatHasMoreWithoutServiceTags() throws Exception {
        SecurityGroup group = SecurityGroup.of(
                json("""
                        {"properties":{"securityRules":[
                          {"name":"a","properties":{"sourceAddressPrefixes":["10.0.0.0/8","fd00::/8","AzureCloud"],"destinationAddressPrefix":"1.2.3.4"}},
                          {"name":"b","properties":{"sourceAddressPrefix":"*","destinationAddressPrefix":"1.2.3.5"}}]}}"""));

        assertThat(UsedLimits.of(List.of(), Optional.of(group), SECURITY)).map(Object::toString)
                .containsExactly("networkSecurityGroups/nsg: security-rules 2 of 1000",
                        "networkSecurityGroups/nsg: security-rule-prefixes 2 of 4000");
    }

    @Test
    void usesOfAPlanAreThoseOfItsWritesBeforeAndAfter() {
        World world = new World(1).with("loadBalancerBackendPoolConfigurationType", "nodeIP");
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
        ArmJson.properties(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow())
                .putArray("inboundNatRules")
                .addObject()
                .put("name", "ssh");
        world.machine(1);
        world.service(Services.named("api").port("TCP", 81).port("TCP", 82).yaml());
        assertThat(LimitUses.of(world.plan().plan(), world.observedState())).map(Object::toString)
                .containsExactly("networkSecurityGroups/k8s-nsg: rules 1 -> 2 of 1000",
                        "networkSecurityGroups/k8s-nsg: prefixes 1 -> 1 of 4000",
                        "loadBalancers/kubernetes: rules 2 -> 4 of 1500",
                        "loadBalancers/kubernetes: frontends 1 -> 2 of 600",
                        "loadBalancers/kubernetes: members 1 -> 2 of 5000");
        world.converge();
        List.of("web", "api").forEach(world::gone);
        assertThat(LimitUses.of(world.plan().plan(), world.observedState())).map(Object::toString)
                .as("nothing is written to what is deleted")
                .containsExactly("networkSecurityGroups/k8s-nsg: rules 2 -> 0 of 1000",
                        "networkSecurityGroups/k8s-nsg: prefixes 2 -> 0 of 4000");
    }

    private static LoadBalancer balancer(String name, String sku, int rules, List<String> nodes) throws Exception {
        String id = GROUP + "loadBalancers/" + name;
        ObjectNode json = json("{\"id\":\"" + id + "\",\"sku\":{\"name\":\"" + sku
                + "\"},\"properties\":{\"frontendIPConfigurations\":[{\"name\":\"f\"}]}}");
        ObjectNode properties = json.withObject("/properties");
        for (int rule = 0; rule < rules; rule++) {
            properties.withArray("loadBalancingRules")
                    .add(json("{\"name\":\"r" + rule + "\",\"properties\":{\"backendAddressPool\":{\"id\":\"" + id
                            + "/backendAddressPools/Kubernetes\"}}}"));
        }
        ObjectNode pool = json("{\"name\":\"kubernetes\",\"properties\":{}}");
        for (String node : nodes) {
            pool.withObject("/properties")
                    .withArray("backendIPConfigurations")
                    .add(json("{\"id\":\"" + GROUP + "networkInterfaces/" + node + "/ipConfigurations/one\"}"));
        }
        properties.withArray("backendAddressPools").add(pool);
        return LoadBalancer.of(json);
    }

    private static ObjectNode json(String text) throws Exception {
        return (ObjectNode) new ObjectMapper().readTree(text);
    }
}
