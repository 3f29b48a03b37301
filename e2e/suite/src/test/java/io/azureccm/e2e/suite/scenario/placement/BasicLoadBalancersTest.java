package io.azureccm.e2e.suite.scenario.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Load balancers of the Basic SKU, one for each availability set, and the way from there to a standard one. */
class BasicLoadBalancersTest {
    private static final String MODE = "{\"service.beta.kubernetes.io/azure-load-balancer-mode\": \"%s\"}";

    @TempDir
    Path folder;

    @Test
    void everySetOfMachinesHasALoadBalancerOfItsOwn() {
        try (ServiceScenario scenario = play()) {
            scenario.apply("web");
            scenario.apply("two", 80, MODE.formatted("as-2"));
            scenario.awaitAddresses("web", "two");
            scenario.awaitQuiet();
            assertThat(members(scenario, "kubernetes")).containsExactly(nic(scenario, "as-1-0"),
                    nic(scenario, "as-1-1"));
            assertThat(members(scenario, "as-2")).containsExactly(nic(scenario, "as-2-0"));
            scenario.assertSound();

            scenario.apply("two", 80, MODE.formatted("as-1"));
            scenario.await("both on one load balancer",
                    () -> rules(scenario, "kubernetes") == 2 && rules(scenario, "as-2") == 0);
            scenario.awaitQuiet();
            assertThat(scenario.azure().resource(scenario.networkId("loadBalancers", "as-2"))).isEmpty();
            scenario.assertSound();
            end(scenario);
        }
    }

    @Test
    void standardLoadBalancerTakesThePlaceOfABasicOneAndTheAddressesStay() {
        try (ServiceScenario scenario = play()) {
            scenario.apply("web");
            scenario.apply("inner", 80, "{\"service.beta.kubernetes.io/azure-load-balancer-internal\": \"true\"}");
            scenario.awaitAddresses("web", "inner");
            scenario.awaitQuiet();
            List<String> outside = scenario.addresses("web");
            List<String> inside = scenario.addresses("inner");

            scenario.restartWith("loadBalancerSku", "standard");
            scenario.await("standard load balancers", () -> List.of("kubernetes", "kubernetes-internal")
                    .stream()
                    .allMatch(
                            balancer -> sku(scenario, balancer).equals("Standard") && rules(scenario, balancer) == 1));
            scenario.awaitQuiet();
            assertThat(members(scenario, "kubernetes")).hasSize(3);
            assertThat(scenario.addresses("web")).isEqualTo(outside);
            assertThat(scenario.addresses("inner")).isEqualTo(inside);
            scenario.assertSound();
            end(scenario);
        }
    }

    private ServiceScenario play() {
        ServiceScenario scenario = ServiceScenario.open(folder, ScenarioSetup.of(0)
                .infrastructure(infrastructure -> infrastructure.availabilitySet("as-1", 2).availabilitySet("as-2", 1))
                .config("loadBalancerSku", "basic")
                .config("vmType", "standard")
                .config("primaryAvailabilitySetName", "as-1"));
        for (String machine : List.of("as-1-0", "as-1-1", "as-2-0")) {
            scenario.addNode(machine, scenario.infrastructure().machineId(machine), Map.of());
        }
        scenario.startController();
        return scenario;
    }

    private static void end(ServiceScenario scenario) {
        scenario.cluster().deleteAllServices();
        scenario.await("the end of all",
                () -> scenario.cluster().services().values().stream().allMatch(java.util.Objects::isNull));
        scenario.awaitQuiet();
        scenario.assertNothingLeft();
    }

    private static String nic(ServiceScenario scenario, String machine) {
        return scenario.infrastructure().interfaceId(machine).toLowerCase(Locale.ROOT);
    }

    private static Set<String> members(ServiceScenario scenario, String balancer) {
        Set<String> interfaces = new TreeSet<>();
        for (JsonNode pool : resource(scenario, balancer).at("/properties/backendAddressPools")) {
            for (JsonNode configuration : pool.at("/properties/backendIPConfigurations")) {
                String id = configuration.path("id").asText().toLowerCase(Locale.ROOT);
                interfaces.add(id.substring(0, id.indexOf("/ipconfigurations/")));
            }
        }
        return interfaces;
    }

    private static int rules(ServiceScenario scenario, String balancer) {
        return scenario.azure()
                .resource(scenario.networkId("loadBalancers", balancer))
                .map(json -> json.at("/properties/loadBalancingRules").size())
                .orElse(0);
    }

    private static String sku(ServiceScenario scenario, String balancer) {
        return scenario.azure()
                .resource(scenario.networkId("loadBalancers", balancer))
                .map(json -> json.at("/sku/name").asText())
                .orElse("");
    }

    private static JsonNode resource(ServiceScenario scenario, String balancer) {
        return scenario.azure().resource(scenario.networkId("loadBalancers", balancer)).orElseThrow();
    }
}
