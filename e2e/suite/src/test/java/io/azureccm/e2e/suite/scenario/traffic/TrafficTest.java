package io.azureccm.e2e.suite.scenario.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules and probes that Azure accepts as they are asked for: all ports, SCTP, probes of single ports, one probe for all. */
class TrafficTest {
    private static final String PREFIX = "service.beta.kubernetes.io/";

    @TempDir
    Path folder;

    @Test
    void allPortsAndSctpGoThroughAnInternalLoadBalancer() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(2))) {
            scenario.apply("all", 80, annotations("azure-load-balancer-internal",
                    "azure-load-balancer-enable-high-availability-ports"));
            scenario.cluster()
                    .apply((ObjectNode) Json.parse("""
                            {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "sctp", "namespace": "default",
                              "annotations": %s}, "spec": {"type": "LoadBalancer",
                              "ports": [{"port": 38412, "protocol": "SCTP"}]}}"""
                            .formatted(annotations("azure-load-balancer-internal"))));
            scenario.awaitAddresses("all", "sctp");
            scenario.awaitQuiet();
            assertThat(elements(scenario, "kubernetes-internal", "loadBalancingRules")).hasSize(2)
                    .allSatisfy(rule -> assertThat(rule.at("/properties/protocol").asText()).isEqualTo("All"))
                    .extracting(rule -> rule.at("/properties/frontendPort").asInt())
                    .containsExactlyInAnyOrder(0, 38412);
            assertThat(elements(scenario, "kubernetes-internal", "probes")).hasSize(1);
            scenario.assertSound();
        }
    }

    @Test
    void portsAreProbedAsTheirAnnotationsSay() {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(2))) {
            scenario.apply("web", 80, """
                    {"%1$sport_80_health-probe_protocol": "http", "%1$sport_80_health-probe_port": "10254",
                     "%1$sport_80_health-probe_request-path": "/ready", "%1$sport_80_health-probe_interval": "15",
                     "%1$sazure-load-balancer-health-probe-interval": "20"}""".formatted(PREFIX));
            scenario.awaitAddresses("web");
            scenario.awaitQuiet();
            JsonNode probe = elements(scenario, "kubernetes", "probes").getFirst().path("properties");
            assertThat(List.of(probe.path("protocol").asText(), probe.path("port").asText(),
                    probe.path("requestPath").asText(), probe.path("intervalInSeconds").asText()))
                    .containsExactly("Http", "10254", "/ready", "15");
            scenario.assertSound();
        }
    }

    @Test
    void oneProbeStandsForAllServicesAndGoesWithTheLast() {
        try (ServiceScenario scenario = ServiceScenario.play(folder,
                ScenarioSetup.of(2).config("clusterServiceLoadBalancerHealthProbeMode", "shared"))) {
            scenario.apply("web", 80, "{}");
            scenario.apply("api", 81, "{}");
            scenario.awaitAddresses("web", "api");
            scenario.delete("api");
            scenario.await("the end of the Service", () -> !scenario.exists("api"));
            scenario.awaitQuiet();
            assertThat(elements(scenario, "kubernetes", "probes")).singleElement()
                    .satisfies(probe -> assertThat(probe.path("name").asText())
                            .isEqualTo("cluster-service-shared-health-probe"));
            scenario.delete("web");
            scenario.await("the end of the Service", () -> !scenario.exists("web"));
            scenario.assertNothingLeft();
        }
    }

    private static List<JsonNode> elements(ServiceScenario scenario, String balancer, String array) {
        return scenario.azure()
                .resource(scenario.networkId("loadBalancers", balancer))
                .orElseThrow()
                .at("/properties/" + array)
                .valueStream()
                .toList();
    }

    private static String annotations(String... flags) {
        ObjectNode all = Json.object();
        for (String flag : flags) {
            all.put(PREFIX + flag, "true");
        }
        return all.toString();
    }
}
