package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.Json;
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
        try (Scene scene = Scene.play(folder, Setting.of(2))) {
            scene.apply("all", 80, annotations("azure-load-balancer-internal",
                    "azure-load-balancer-enable-high-availability-ports"));
            scene.cluster()
                    .apply((ObjectNode) Json.parse("""
                            {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "sctp", "namespace": "default",
                              "annotations": %s}, "spec": {"type": "LoadBalancer",
                              "ports": [{"port": 38412, "protocol": "SCTP"}]}}"""
                            .formatted(annotations("azure-load-balancer-internal"))));
            scene.awaitAddresses("all", "sctp");
            scene.awaitQuiet();
            assertThat(elements(scene, "kubernetes-internal", "loadBalancingRules")).hasSize(2)
                    .allSatisfy(rule -> assertThat(rule.at("/properties/protocol").asText()).isEqualTo("All"))
                    .extracting(rule -> rule.at("/properties/frontendPort").asInt())
                    .containsExactlyInAnyOrder(0, 38412);
            assertThat(elements(scene, "kubernetes-internal", "probes")).hasSize(1);
            scene.assertSound();
        }
    }

    @Test
    void portsAreProbedAsTheirAnnotationsSay() {
        try (Scene scene = Scene.play(folder, Setting.of(2))) {
            scene.apply("web", 80, """
                    {"%1$sport_80_health-probe_protocol": "http", "%1$sport_80_health-probe_port": "10254",
                     "%1$sport_80_health-probe_request-path": "/ready", "%1$sport_80_health-probe_interval": "15",
                     "%1$sazure-load-balancer-health-probe-interval": "20"}""".formatted(PREFIX));
            scene.awaitAddresses("web");
            scene.awaitQuiet();
            JsonNode probe = elements(scene, "kubernetes", "probes").getFirst().path("properties");
            assertThat(List.of(probe.path("protocol").asText(), probe.path("port").asText(),
                    probe.path("requestPath").asText(), probe.path("intervalInSeconds").asText()))
                    .containsExactly("Http", "10254", "/ready", "15");
            scene.assertSound();
        }
    }

    @Test
    void oneProbeStandsForAllServicesAndGoesWithTheLast() {
        try (Scene scene = Scene.play(folder,
                Setting.of(2).config("clusterServiceLoadBalancerHealthProbeMode", "shared"))) {
            scene.apply("web", 80, "{}");
            scene.apply("api", 81, "{}");
            scene.awaitAddresses("web", "api");
            scene.delete("api");
            scene.await("the end of the Service", () -> !scene.exists("api"));
            scene.awaitQuiet();
            assertThat(elements(scene, "kubernetes", "probes")).singleElement()
                    .satisfies(probe -> assertThat(probe.path("name").asText())
                            .isEqualTo("cluster-service-shared-health-probe"));
            scene.delete("web");
            scene.await("the end of the Service", () -> !scene.exists("web"));
            scene.assertNothingLeft();
        }
    }

    private static List<JsonNode> elements(Scene scene, String balancer, String array) {
        return scene.azure()
                .resource(scene.networkId("loadBalancers", balancer))
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
