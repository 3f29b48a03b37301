package io.azureccm.service.plan.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * Load balancers that cannot have all rules and frontends: who gets them, who is refused, and that nobody loses any. {@link World} rejects
 * every write that exceeds a limit.
 */
class LoadBalancerLimitsTest {
    private final World world = new World(2);

    @Test
    void youngestServicesAreRefusedWhenAMachineWouldBeInTooManyRules() {
        world.service(Services.named("internal")
                .port("TCP", 80)
                .annotation("azure-load-balancer-internal", "true")
                .created(created(0))
                .yaml());
        for (int i = 5; i > 0; i--)
            world.service(ports(i, 70).yaml());
        world.converge();
        assertThat(refused()).containsExactly("shop/svc5");
        assertThat(world.plan().plan().refusals().getFirst()).isEqualTo(new Refusal("LoadBalancerFull", "shop/svc5",
                "with this Service load balancer \"kubernetes\" exceeds the maximum number of rules of a network interface"
                        + " behind it, external and internal ones (351 > 300): remove ports or other Services, or use"
                        + " several load balancers, see multipleStandardLoadBalancerConfigurations"));
        assertThat(rules("kubernetes")).hasSize(280);
        assertThat(world.resources().keySet().stream().filter(id -> id.hasType(ArmTypes.PUBLIC_IP)))
                .as("no public IP is paid for a refused Service")
                .hasSize(4);
    }

    @Test
    void youngerServiceThatFitsIsServedAlthoughAnOlderOneDoesNot() {
        world.service(ports(1, 200).yaml());
        world.service(ports(2, 101).yaml());
        world.service(ports(3, 100).yaml());
        world.converge();
        assertThat(refused()).containsExactly("shop/svc2");
    }

    @Test
    void servedServiceThatAsksForTooMuchKeepsWhatItHasAndNobodyLosesAnything() {
        world.service(ports(1, 100).yaml());
        world.service(ports(2, 200).yaml());
        world.converge();
        List<String> before = rules("kubernetes");
        world.service(ports(1, 101).status("20.0.0.5").yaml());
        assertThat(world.converge()).isEmpty();
        assertThat(refused()).containsExactly("shop/svc1");
        assertThat(rules("kubernetes")).isEqualTo(before);
    }

    @Test
    void refusedServiceIsServedInTheWriteThatMakesRoom() {
        world.service(ports(1, 100).yaml());
        world.service(ports(2, 200).yaml());
        world.service(ports(3, 100).yaml());
        world.converge();
        assertThat(refused()).containsExactly("shop/svc3");
        world.gone("svc1");
        List<Plan> plans = world.converge();
        assertThat(refused()).isEmpty();
        assertThat(plans.getFirst().operations())
                .filteredOn(operation -> operation.target().hasType(ArmTypes.LOAD_BALANCER))
                .singleElement()
                .satisfies(write -> assertThat(ArmJson.list(write.body(), "properties", "loadBalancingRules"))
                        .hasSize(300));
    }

    /** The two load balancers are written one after the other: meanwhile the machine has the rules of both. */
    @Test
    void roomOnTheOtherLoadBalancerOfThePairCountsOnlyWhenItIsWritten() {
        world.service(ports(1, 100).yaml());
        world.service(ports(2, 200).yaml());
        world.converge();
        world.gone("svc1");
        world.service(ports(3, 100).annotation("azure-load-balancer-internal", "true").yaml());
        Plan plan = world.plan().plan();
        assertThat(plan.refusals()).extracting(Refusal::subject).containsExactly("shop/svc3");
        world.converge();
        assertThat(refused()).isEmpty();
        assertThat(rules("kubernetes-internal")).hasSize(100);
    }

    @Test
    void rulesOfSomebodyElseStayAndCount() {
        world.service(ports(1, 1).yaml());
        world.converge();
        ObjectNode balancer = world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow();
        ObjectNode mine = ArmJson.list(balancer, "properties", "loadBalancingRules").getFirst();
        for (int i = 0; i < 250; i++) {
            ObjectNode rule = mine.deepCopy().put("name", "foreign-" + i);
            ArmJson.properties(rule).put("frontendPort", 2000 + i).put("backendPort", 2000 + i);
            ArmJson.properties(balancer).withArray("/loadBalancingRules").add(rule);
        }
        world.service(ports(2, 50).yaml());
        world.service(ports(3, 49).yaml());
        world.converge();
        assertThat(refused()).containsExactly("shop/svc2");
        assertThat(rules("kubernetes")).hasSize(300);
    }

    @Test
    void frontendsOfBasicLoadBalancersAreLimited() {
        world.with("loadBalancerSku", "basic");
        for (int i = 0; i < 202; i++)
            world.service(ports(i, 1).yaml());
        world.converge();
        assertThat(refused()).containsExactly("shop/svc200", "shop/svc201");
        assertThat(world.plan().plan().refusals().getFirst().message())
                .contains("exceeds the maximum number of frontends (201 > 200)");
    }

    @Test
    void serviceThatSharesAFrontendNeedsNoneOfItsOwn() {
        world.with("loadBalancerSku", "basic");
        for (int i = 0; i < 200; i++)
            world.service(ports(i, 1).yaml());
        world.converge();
        String name = "kubernetes-a" + Services.uid("svc0").replace("-", "").substring(0, 31);
        world.service(Services.named("sharer")
                .port("TCP", 443)
                .annotation("azure-pip-name", name)
                .created(created(300))
                .yaml());
        world.converge();
        assertThat(refused()).isEmpty();
    }

    @Test
    void serviceIsPlacedOnALoadBalancerWhoseMachinesHaveRoom() {
        World several = several();
        several.service(internal("filler", 250).created(created(0)).yaml());
        several.service(ports(1, 150).yaml());
        several.converge();
        // The load balancer with the fewest external rules has the machines with the most rules.
        several.service(ports(2, 60).yaml());
        several.service(ports(3, 50).yaml());
        several.converge();
        assertThat(several.plan().plan().refusals()).isEmpty();
        assertThat(rules(several, "kubernetes")).hasSize(50);
        assertThat(rules(several, "lb1")).hasSize(210);
    }

    @Test
    void rulesForThePodsOfAServiceCountForTheMachinesWithItsPods() {
        World several = several();
        several.service(ports(1, 290).yaml());
        several.converge();
        for (int i = 2; i <= 4; i++) {
            several.endpoints("svc" + i, i == 4 ? "vmss-0000001" : "vmss-0000000");
            several.service(ports(i, 8).local()
                    .annotation("azure-load-balancer-configurations", "kubernetes")
                    .yaml());
        }
        several.converge();
        assertThat(several.plan().plan().refusals()).extracting(Refusal::subject).containsExactly("shop/svc3");
    }

    /** Services come, go and change in any order: who is served stays served, the others fit nowhere, deletions always end. */
    @Property(tries = 12)
    void nobodyLosesRulesAndWhoIsRefusedDoesNotFit(@ForAll long seed) {
        Random random = new Random(seed);
        World any = new World(2);
        Map<String, Integer> wanted = new TreeMap<>();
        Set<String> served = new HashSet<>();
        for (int step = 0; step < 8; step++) {
            int number = random.nextInt(9);
            String name = "svc" + number;
            boolean goes = wanted.containsKey(name) && random.nextInt(3) == 0;
            if (goes) {
                any.gone(name);
                wanted.remove(name);
                served.remove("shop/" + name);
            } else if (!wanted.containsKey(name)) {
                int ports = 20 + random.nextInt(100);
                wanted.put(name, ports);
                any.service((number % 3 == 0 ? internal(name, ports) : ports(number, ports)).created(created(number))
                        .yaml());
            }
            any.converge();
            if (goes) {
                assertThat(rules(any, "kubernetes")).noneMatch(rule -> rule.startsWith(base(name)));
                any.forget(name);
            }
            List<String> refused = refused(any);
            assertThat(refused).doesNotContainAnyElementsOf(served.isEmpty() ? Set.of("none") : served);
            int used = rules(any, "kubernetes").size() + rules(any, "kubernetes-internal").size();
            refused.forEach(service -> assertThat(used + wanted.get(service.substring("shop/".length())))
                    .isGreaterThan(300));
            wanted.keySet()
                    .stream()
                    .map(each -> "shop/" + each)
                    .filter(each -> !refused.contains(each))
                    .forEach(served::add);
        }
    }

    private static String base(String name) {
        return "a" + Services.uid(name).replace("-", "").substring(0, 31);
    }

    static World several() {
        World several = new World(0).with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .with("multipleStandardLoadBalancerConfigurations",
                        "[{name: kubernetes, primaryVMSet: vmss-0}, {name: lb1, primaryVMSet: vmss-1}]");
        for (int i = 0; i < 2; i++) {
            several.node("vmss-" + i, 0, Map.of());
            several.node("vmss-" + i, 1, Map.of());
        }
        return several;
    }

    private static Services ports(int number, int count) {
        return ports("svc" + number, count).created(created(number));
    }

    private static Services internal(String name, int count) {
        return ports(name, count).annotation("azure-load-balancer-internal", "true");
    }

    private static Services ports(String name, int count) {
        Services service = Services.named(name);
        for (int i = 0; i < count; i++)
            service.port("TCP", 1000 + i);
        return service;
    }

    private static String created(int number) {
        return String.format(Locale.ROOT, "2026-01-01T00:%02d:%02dZ", number / 60, number % 60);
    }

    private List<String> rules(String balancer) {
        return rules(world, balancer);
    }

    private static List<String> rules(World world, String balancer) {
        return new ArrayList<>(world.resource(ArmTypes.LOAD_BALANCER, balancer)
                .stream()
                .flatMap(found -> ArmJson.list(found, "properties", "loadBalancingRules").stream())
                .map(ArmJson::name)
                .toList());
    }

    private List<String> refused() {
        return refused(world);
    }

    private static List<String> refused(World world) {
        return world.plan().plan().refusals().stream().map(Refusal::subject).toList();
    }
}
