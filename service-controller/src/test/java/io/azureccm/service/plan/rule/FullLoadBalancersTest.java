package io.azureccm.service.plan.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Load balancers that are full because of what stays on them, or who gets the room that others leave. */
class FullLoadBalancersTest {
    private static final String PIP = "azure-pip-name";
    private static final String IDLE_TIMEOUT = "azure-load-balancer-tcp-idle-timeout";

    private final World world = new World(1);

    @Test
    void inboundNatRulesCountWithTheOtherRulesOfALoadBalancer() {
        world.with("loadBalancerSku", "basic");
        serve(ports("one", 1, 239));
        natRules(10);
        world.service(ports("two", 2, 1).yaml());
        world.service(ports("three", 3, 1).yaml());
        assertThat(world.plan().plan().refusals()).singleElement().satisfies(refusal -> {
            assertThat(refusal.subject()).isEqualTo("shop/three");
            assertThat(refusal.message()).contains("exceeds the maximum number of rules (251 > 250)");
        });
    }

    @Test
    void inboundNatRulesDoNotCountForEachMachine() {
        serve(ports("one", 1, 200));
        natRules(100);
        world.service(ports("tooMany", 2, 101).yaml());
        world.service(ports("fits", 3, 100).yaml());
        world.converge();
        assertThat(refused()).containsExactly("shop/tooMany");
    }

    @Test
    void roomThatAServiceLeavesGoesToTheOldestThatWaits() {
        serve(ports("shrinks", 2, 100));
        serve(ports("stays", 3, 200));
        world.service(ports("shrinks", 2, 50).yaml());
        world.service(ports("old", 1, 50).yaml());
        world.service(ports("young", 4, 50).yaml());
        world.converge();
        assertThat(refused()).containsExactly("shop/young");
    }

    @Test
    void whatAsksForNoMoreIsServedOnALoadBalancerThatExceedsEveryLimit() {
        serve(ports("web", 1, 2));
        frontends(600);
        natRules(1500);
        ArrayNode rules = elements("loadBalancingRules");
        ObjectNode own = (ObjectNode) rules.get(0);
        for (int i = 0; i < 300; i++) {
            ObjectNode rule = own.deepCopy().put("name", "theirs-" + i);
            ArmJson.properties(rule).put("frontendPort", 3000 + i);
            rules.add(rule);
        }
        world.service(Services.named("web").port("TCP", 81).port("TCP", 82).yaml());
        world.service(ports("late", 2, 1).yaml());
        world.converge();
        assertThat(refused()).containsExactly("shop/late");
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow().toString())
                .contains(ServiceNames.base(Services.uid("web")) + "-TCP-82");
    }

    @Test
    void rulesForThePodsOfAServiceCountForNodesBehindItsLoadBalancer() {
        World several = LoadBalancerLimitsTest.several();
        several.service(ports("all", 1, 290).yaml());
        several.converge();
        several.endpoints("one", "vmss-0000000", "vmss-1000000");
        several.endpoints("two", "vmss-0000001", "vmss-1000000");
        for (String name : List.of("one", "two"))
            several.service(on("kubernetes", ports(name, 2, 8).local()).yaml());
        several.service(on("kubernetes", ports("podsAnywhere", 3, 3).local()).yaml());
        several.service(on("lb1", ports("elsewhere", 4, 100)).yaml());
        several.converge();
        assertThat(several.plan().plan().refusals()).extracting(Refusal::subject).containsExactly("shop/podsAnywhere");
    }

    @Test
    void serviceThatBecomesLocalDoesNotCountTwice() {
        World several = LoadBalancerLimitsTest.several();
        several.service(on("kubernetes", ports("web", 1, 200)).yaml());
        several.converge();
        several.endpoints("web", "vmss-0000000");
        several.service(on("kubernetes", ports("web", 1, 200).local()).yaml());
        several.service(on("kubernetes", ports("tooMany", 2, 101)).yaml());
        several.converge();
        assertThat(several.plan().plan().refusals()).extracting(Refusal::subject).containsExactly("shop/tooMany");
    }

    /** Frontends of deleted Services stay for another Service that cannot be planned, a NAT rule, and a private link service. */
    @Test
    void frontendsThatOthersUseCountAndThoseThatGoMakeRoom() {
        for (String name : List.of("shared", "forwarding", "linked", "going", "left"))
            serve(ports(name, 1, 1));
        serve(sharing("sharer", "shared"));
        serve(sharing("heir", "left"));
        world.gone("left");
        world.converge();
        world.forget("left");
        natRules(1).forEach(rule -> ArmJson.properties((ObjectNode) rule)
                .putObject("frontendIPConfiguration")
                .put("id", frontend("forwarding")));
        world.put(ArmTypes.PRIVATE_LINK_SERVICE, "theirs", "{\"properties\": "
                + "{\"loadBalancerFrontendIpConfigurations\": [{\"id\": \"" + frontend("linked") + "\"}]}}");
        world.service(sharing("sharer", "shared").annotation(IDLE_TIMEOUT, "nonsense").yaml());
        for (String name : List.of("shared", "forwarding", "linked", "going"))
            world.gone(name);
        frontends(595);
        world.service(Services.named("heir").port("TCP", 443).created(created(2)).yaml());
        world.service(ports("fits", 3, 1).yaml());
        world.service(ports("late", 4, 1).yaml());
        Plan plan = world.plan().plan();
        assertThat(plan.refusals()).filteredOn(refusal -> refusal.code().equals("LoadBalancerFull"))
                .extracting(Refusal::subject)
                .containsExactly("shop/late");
        plan.ready().forEach(world::applyOne);
        assertThat(elements("frontendIPConfigurations")).hasSize(600);
    }

    private void serve(Services service) {
        world.service(service.yaml());
        world.converge();
    }

    private List<String> refused() {
        return world.plan().plan().refusals().stream().map(Refusal::subject).sorted().toList();
    }

    private ArrayNode elements(String property) {
        return ArmJson.properties(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow())
                .withArray("/" + property);
    }

    private ArrayNode natRules(int count) {
        ArrayNode rules = elements("inboundNatRules");
        for (int i = 0; i < count; i++)
            rules.addObject().put("name", "nat-" + i).putObject("properties").put("frontendPort", 50000 + i);
        return rules;
    }

    private void frontends(int count) {
        for (int i = 0; i < count; i++)
            elements("frontendIPConfigurations").addObject().put("name", "theirs-" + i);
    }

    private static String frontend(String service) {
        return Frontend.id(World.id(ArmTypes.LOAD_BALANCER, "kubernetes"), ServiceNames.base(Services.uid(service)))
                .toString();
    }

    private static Services sharing(String name, String owner) {
        return Services.named(name)
                .port("TCP", 443)
                .created(created(2))
                .annotation(PIP, "kubernetes-" + ServiceNames.base(Services.uid(owner)));
    }

    private static Services on(String balancer, Services service) {
        return service.annotation("azure-load-balancer-configurations", balancer);
    }

    private static Services ports(String name, int second, int count) {
        Services service = Services.named(name).created(created(second));
        for (int i = 0; i < count; i++)
            service.port("TCP", 1000 + i);
        return service;
    }

    private static String created(int second) {
        return "2026-01-01T00:00:0" + second + "Z";
    }
}
