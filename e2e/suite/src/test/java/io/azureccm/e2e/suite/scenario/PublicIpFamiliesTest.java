package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.seed.Estate;
import io.azureccm.e2e.azure.wire.Json;
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

    @ParameterizedTest
    @ValueSource(strings = {"IPv4", "IPv6"})
    void serviceThatGainsAFamilyHasAFrontendAndAPublicIpForEach(String first, @TempDir Path folder) {
        String second = first.equals("IPv4") ? "IPv6" : "IPv4";
        try (Scene scene = Scene.play(folder, Setting.of(2).estate(Estate::dualStack))) {
            apply(scene, List.of(first));
            scene.await("one address", () -> families(scene).equals(List.of(first)));
            apply(scene, List.of(first, second));
            scene.await("both addresses", () -> families(scene).size() == 2);
            assertThat(families(scene)).containsExactlyInAnyOrder("IPv4", "IPv6");
            assertThat(publicIps(scene)).hasSize(2);
            for (JsonNode ip : publicIps(scene)) {
                assertThat(ip.at("/properties/dnsSettings/domainNameLabel").asText()).isEqualTo("shop");
            }
            scene.awaitQuiet();
            assertThat(scene.azure()
                    .resource(scene.balancerId())
                    .orElseThrow()
                    .at("/properties/frontendIPConfigurations")).hasSize(2);
            scene.delete("web");
            scene.await("the end of web", () -> !scene.exists("web"));
            scene.assertNothingLeft();
        }
    }

    @Test
    void addressThatAzureAllocatesOnUseIsReadOnceTheFrontendIsThere(@TempDir Path folder) {
        try (Scene scene = Scene.play(folder, Setting.of(1).config("loadBalancerSku", "basic"))) {
            String id = scene.networkId("publicIPAddresses", "vip");
            scene.azure()
                    .seed(Json.array()
                            .add(Json
                                    .parse("""
                                            {"id": "%s", "location": "%s", "sku": {"name": "Basic"},
                                             "properties": {"publicIPAllocationMethod": "Dynamic", "publicIPAddressVersion": "IPv4"}}"""
                                            .formatted(id, scene.estate().location()))));
            scene.apply("web", 80, "{\"service.beta.kubernetes.io/azure-pip-name\": \"vip\"}");
            scene.awaitAddresses("web");
            assertThat(scene.addresses("web"))
                    .containsExactly(scene.azure().resource(id).orElseThrow().at("/properties/ipAddress").asText());
            scene.assertSound();
        }
    }

    private static void apply(Scene scene, List<String> families) {
        ObjectNode service = (ObjectNode) Json.parse("""
                {"apiVersion": "v1", "kind": "Service",
                 "metadata": {"name": "web", "namespace": "default", "annotations": {"%s": "shop"}},
                 "spec": {"type": "LoadBalancer", "ipFamilyPolicy": "%s",
                  "ports": [{"port": 80, "protocol": "TCP", "nodePort": 30080}]}}"""
                .formatted(LABEL, families.size() > 1 ? "RequireDualStack" : "SingleStack"));
        families.forEach(family -> service.withObject("/spec").withArray("ipFamilies").add(family));
        scene.cluster().apply(service);
    }

    private static List<String> families(Scene scene) {
        List<String> families = new ArrayList<>();
        scene.addresses("web").forEach(address -> families.add(address.contains(":") ? "IPv6" : "IPv4"));
        return families;
    }

    private static List<JsonNode> publicIps(Scene scene) {
        return scene.azure()
                .state()
                .entrySet()
                .stream()
                .filter(entry -> entry.getKey().contains("/publicIPAddresses/"))
                .map(java.util.Map.Entry::getValue)
                .toList();
    }
}
