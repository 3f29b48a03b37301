package io.azureccm.e2e.suite.scenario.privatelink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Private link services from their first to their last day: made once, shared, never stolen, gone before their frontends. */
class PrivateLinkTest extends PrivateLinkFixture {
    private static final String FIXED = "10.240.77.7";

    @Test
    void oneIsMadeWithoutAnyConflictAndNothingIsWrittenAfterwards() {
        JsonNode subnet = subnet();
        scenario.apply("web", 80, internal("azure-pls-create", "true"));
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();
        assertThat(links()).hasSize(1);
        JsonNode link = scenario.azure().resource(links().getFirst()).orElseThrow();
        assertThat(link.at("/properties/loadBalancerFrontendIpConfigurations/0/id").asText())
                .startsWith(internalBalancer() + "/frontendIPConfigurations/");
        assertThat(link.at("/tags/k8s-azure-owner-service").asText()).isEqualTo("default/web");
        ObjectNode expected = (ObjectNode) subnet.path("properties").deepCopy();
        expected.put("privateLinkServiceNetworkPolicies", "Disabled").remove("ipConfigurations");
        ObjectNode found = (ObjectNode) subnet().path("properties").deepCopy();
        found.remove("ipConfigurations");
        assertThat(found).isEqualTo(expected);
        assertThat(refused()).isEmpty();
        assertThat(writes("subnets")).hasSize(1);
        assertThat(writes("privateLinkServices")).hasSize(1);

        scenario.stopController();
        scenario.resetCalls();
        scenario.startController();
        scenario.await("reads of the new controller", () -> scenario.azure().calls().counters().reads() > 0);
        scenario.awaitQuiet();
        scenario.assertCalls(7, 0);

        scenario.resetCalls();
        scenario.apply("api", 81, internal("azure-pls-create", "true"));
        scenario.awaitAddresses("api");
        scenario.awaitQuiet();
        assertThat(links()).hasSize(2);
        assertThat(refused()).isEmpty();
        assertThat(writes("subnets")).isEmpty();
    }

    @Test
    void clustersWithoutOneAskForThemOnceAfterAStart() {
        scenario.apply("web", 80, internal());
        scenario.apply("api");
        scenario.awaitAddresses("web", "api");
        scenario.delete("web");
        scenario.await("the end of the Service", () -> !scenario.exists("web"));
        scenario.awaitQuiet();
        assertThat(scenario.azure().calls().counters().of("LIST", "privateLinkServices")).isZero();

        scenario.stopController();
        scenario.resetCalls();
        scenario.startController();
        scenario.await("the first reads", () -> scenario.azure().calls().counters().of("LIST", "loadBalancers") > 0);
        scenario.awaitQuiet();
        scenario.apply("more");
        scenario.awaitAddresses("more");
        scenario.awaitQuiet();
        assertThat(scenario.azure().calls().counters().of("LIST", "privateLinkServices")).isEqualTo(1);
    }

    @Test
    void changedAnnotationsAreOneWriteEach() {
        scenario.apply("web", 80, internal("azure-pls-create", "true"));
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();
        scenario.resetCalls();
        scenario.apply("web", 80, internal("azure-pls-create", "true", "azure-pls-visibility", "*",
                "azure-pls-ip-configuration-ip-address-count", "2", "azure-pls-fqdns", "web.example"));
        scenario.await("two addresses", () -> link().at("/properties/ipConfigurations").size() == 2);
        scenario.awaitQuiet();
        assertThat(link().at("/properties/visibility/subscriptions/0").asText()).isEqualTo("*");
        assertThat(link().at("/properties/fqdns/0").asText()).isEqualTo("web.example");
        assertThat(scenario.azure().calls().writes()).singleElement()
                .satisfies(call -> assertThat(call.line()).contains("privateLinkServices"));
    }

    @Test
    void secondServiceOfAFrontendSharesItAndCannotConfigureIt() {
        scenario.apply("web", 80, internal("azure-load-balancer-ipv4", FIXED, "azure-pls-create", "true"));
        scenario.awaitAddresses("web");
        scenario.apply("api", 81, internal("azure-load-balancer-ipv4", FIXED, "azure-pls-create", "true"));
        scenario.awaitAddresses("api");
        scenario.awaitQuiet();
        assertThat(links()).hasSize(1);
        scenario.apply("own", 82, internal("azure-load-balancer-ipv4", FIXED, "azure-pls-create", "true",
                "azure-pls-name", "mine"));
        scenario.await("the refusal", () -> scenario.events("own")
                .stream()
                .anyMatch(event -> event.contains("already has existing private link service(")
                        && event.contains("owned by service(default/web)")));
        assertThat(links()).hasSize(1);
        scenario.delete("web");
        scenario.await("the end of the Service", () -> !scenario.exists("web"));
        scenario.awaitQuiet();
        assertThat(links()).as("while another Service asks for it").hasSize(1);
        scenario.delete("api");
        scenario.delete("own");
        scenario.await("the end of all", () -> !scenario.exists("api") && !scenario.exists("own"));
        scenario.assertNothingLeft();
        assertThat(links()).isEmpty();
    }

    @Test
    void removedAnnotationRemovesItWithItsConsumers() {
        scenario.apply("web", 80, internal("azure-pls-create", "true", "azure-pls-fqdns", "web.example"));
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();
        consume();
        scenario.apply("web", 80, internal());
        scenario.await("the end of the private link service", () -> links().isEmpty());
        scenario.awaitQuiet();
        assertThat(scenario.addresses("web")).hasSize(1);
        scenario.apply("web", 81, internal());
        scenario.await("the new port", () -> scenario.azure()
                .resource(internalBalancer())
                .orElseThrow()
                .at("/properties/loadBalancingRules/0/properties/frontendPort")
                .asInt() == 81);
        scenario.awaitQuiet();
        assertThat(refused()).isEmpty();
    }

    @Test
    void deletedServiceTakesItAlongAndBreaksNoRuleOfAzure() {
        scenario.apply("web", 80, internal("azure-pls-create", "true"));
        scenario.apply("api", 81, internal());
        scenario.awaitAddresses("web", "api");
        scenario.awaitQuiet();
        consume();
        scenario.resetCalls();
        scenario.delete("web");
        scenario.await("the end of the Service", () -> !scenario.exists("web"));
        scenario.awaitQuiet();
        assertThat(links()).isEmpty();
        assertThat(refused()).isEmpty();
        assertThat(writes("loadBalancers")).hasSize(1);
        scenario.delete("api");
        scenario.await("the end of the Service", () -> !scenario.exists("api"));
        scenario.assertNothingLeft();
    }

    @Test
    void brokenAnnotationNeitherBlocksTheDeletionNorLosesIt() {
        scenario.apply("web", 80,
                external("azure-pls-create", "true", "azure-disable-load-balancer-floating-ip", "true"));
        scenario.awaitAddresses("web");
        scenario.awaitQuiet();
        assertThat(links()).hasSize(1);
        scenario.apply("web", 80,
                external("azure-pls-create", "true", "azure-disable-load-balancer-floating-ip", "true",
                        "azure-pls-resource-group", "nowhere", "azure-pls-ip-configuration-ip-address-count", "99"));
        scenario.await("the refusal", () -> scenario.events("web")
                .stream()
                .anyMatch(event -> event.contains("maximum number of private link service ipConfig is 8")));
        scenario.delete("web");
        scenario.await("the end of the Service", () -> !scenario.exists("web"));
        scenario.assertNothingLeft();
        assertThat(links()).isEmpty();
    }

    private void consume() {
        seed(scenario.networkId("privateEndpoints", "consumer"), """
                {"location": "eastus", "properties": {"subnet": {"id": "%s"}, "privateLinkServiceConnections": [
                 {"name": "c", "properties": {"privateLinkServiceId": "%s"}}]}}"""
                .formatted(scenario.infrastructure().subnetId(), links().getFirst()));
        assertThat(link().at("/properties/privateEndpointConnections")).hasSize(1);
    }

    private JsonNode link() {
        return scenario.azure().resource(links().getFirst()).orElseThrow();
    }

    private List<String> refused() {
        return scenario.azure()
                .calls()
                .writes()
                .stream()
                .filter(call -> call.status() >= 400)
                .map(call -> call.line())
                .toList();
    }

    private static String external(String... pairs) {
        return annotations("", pairs);
    }

    private JsonNode subnet() {
        JsonNode network = scenario.azure()
                .resource(scenario.networkId("virtualNetworks", scenario.infrastructure().network()))
                .orElseThrow();
        for (JsonNode subnet : network.at("/properties/subnets")) {
            if (subnet.path("name").asText().equals(scenario.infrastructure().subnet()))
                return subnet;
        }
        throw new AssertionError("no subnet of the nodes in " + network);
    }

    private List<String> writes(String type) {
        return scenario.azure()
                .calls()
                .writes()
                .stream()
                .map(call -> call.line())
                .filter(line -> line.contains(type))
                .toList();
    }
}
