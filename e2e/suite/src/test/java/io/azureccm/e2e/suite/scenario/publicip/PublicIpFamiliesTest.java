package io.azureccm.e2e.suite.scenario.publicip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Services that gain a family, and load balancers of the old SKU: addresses, frontends and public IPs fit in the end. */
class PublicIpFamiliesTest {
    private static final String LABEL = "service.beta.kubernetes.io/azure-dns-label-name";
    private static final String INTERNAL = "service.beta.kubernetes.io/azure-load-balancer-internal";

    @ParameterizedTest
    @ValueSource(strings = {"IPv4", "IPv6"})
    void serviceThatGainsAFamilyHasAFrontendAndAPublicIpForEach(String first, @TempDir Path folder) {
        String second = first.equals("IPv4") ? "IPv6" : "IPv4";
        try (ServiceScenario scenario = ServiceScenario.play(folder,
                ScenarioSetup.of(2).infrastructure(Infrastructure::dualStack))) {
            apply(scenario, List.of(first));
            scenario.await("one address", () -> families(scenario).equals(List.of(first)));
            apply(scenario, List.of(first, second));
            scenario.await("both addresses", () -> families(scenario).size() == 2);
            assertThat(families(scenario)).containsExactlyInAnyOrder("IPv4", "IPv6");
            assertThat(publicIps(scenario)).hasSize(2);
            for (JsonNode ip : publicIps(scenario)) {
                assertThat(ip.at("/properties/dnsSettings/domainNameLabel").asText()).isEqualTo("shop");
            }
            scenario.awaitQuiet();
            assertThat(scenario.azure()
                    .resource(scenario.balancerId())
                    .orElseThrow()
                    .at("/properties/frontendIPConfigurations")).hasSize(2);
            scenario.delete("web");
            scenario.await("the end of web", () -> !scenario.exists("web"));
            scenario.assertNothingLeft();
        }
    }

    /** The frontend of the first family gets another name if it is IPv6, and its former name goes to the other family. */
    @ParameterizedTest
    @ValueSource(strings = {"IPv4", "IPv6"})
    void internalServiceThatGainsAndLosesAFamilyKeepsTheAddressOfTheFirst(String first, @TempDir Path folder) {
        String second = first.equals("IPv4") ? "IPv6" : "IPv4";
        try (ServiceScenario scenario = ServiceScenario.play(folder,
                ScenarioSetup.of(2).infrastructure(Infrastructure::dualStack))) {
            applyInternal(scenario, List.of(first));
            scenario.await("one address", () -> families(scenario).equals(List.of(first)));
            String kept = scenario.addresses("web").getFirst();
            applyInternal(scenario, List.of(first, second));
            scenario.await("both addresses", () -> families(scenario).size() == 2);
            assertThat(scenario.addresses("web")).contains(kept);
            assertThat(families(scenario)).containsExactlyInAnyOrder("IPv4", "IPv6");
            scenario.awaitQuiet();
            applyInternal(scenario, List.of());
            scenario.await("one address again", () -> scenario.addresses("web").equals(List.of(kept)));
            scenario.awaitQuiet();
            scenario.assertSound();
            assertThat(scenario.azure().calls().all()).noneMatch(call -> call.status() == 400);
        }
    }

    @Test
    void addressThatAzureAllocatesOnUseIsReadOnceTheFrontendIsThere(@TempDir Path folder) {
        try (ServiceScenario scenario = ServiceScenario.play(folder,
                ScenarioSetup.of(1).config("loadBalancerSku", "basic"))) {
            String id = scenario.networkId("publicIPAddresses", "vip");
            scenario.azure()
                    .seed(Json.array()
                            .add(Json
                                    .parse("""
                                            {"id": "%s", "location": "%s", "sku": {"name": "Basic"},
                                             "properties": {"publicIPAllocationMethod": "Dynamic", "publicIPAddressVersion": "IPv4"}}"""
                                            .formatted(id, scenario.infrastructure().location()))));
            scenario.apply("web", 80, "{\"service.beta.kubernetes.io/azure-pip-name\": \"vip\"}");
            scenario.awaitAddresses("web");
            assertThat(scenario.addresses("web"))
                    .containsExactly(scenario.azure().resource(id).orElseThrow().at("/properties/ipAddress").asText());
            scenario.assertSound();
        }
    }

    private static void apply(ServiceScenario scenario, List<String> families) {
        apply(scenario, LABEL, "shop", families);
    }

    private static void applyInternal(ServiceScenario scenario, List<String> families) {
        apply(scenario, INTERNAL, "true", families);
    }

    private static void apply(ServiceScenario scenario, String key, String value, List<String> families) {
        ObjectNode service = (ObjectNode) Json.parse("""
                {"apiVersion": "v1", "kind": "Service",
                 "metadata": {"name": "web", "namespace": "default", "annotations": {"%s": "%s"}},
                 "spec": {"type": "LoadBalancer", "ipFamilyPolicy": "%s",
                  "ports": [{"port": 80, "protocol": "TCP", "nodePort": 30080}]}}"""
                .formatted(key, value, families.size() > 1 ? "RequireDualStack" : "SingleStack"));
        families.forEach(family -> service.withObject("/spec").withArray("ipFamilies").add(family));
        scenario.cluster().apply(service);
    }

    private static List<String> families(ServiceScenario scenario) {
        List<String> families = new ArrayList<>();
        scenario.addresses("web").forEach(address -> families.add(address.contains(":") ? "IPv6" : "IPv4"));
        return families;
    }

    private static List<JsonNode> publicIps(ServiceScenario scenario) {
        return scenario.azure()
                .state()
                .entrySet()
                .stream()
                .filter(entry -> entry.getKey().contains("/publicIPAddresses/"))
                .map(java.util.Map.Entry::getValue)
                .toList();
    }
}
