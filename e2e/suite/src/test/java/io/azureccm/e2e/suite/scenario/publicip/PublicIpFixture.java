package io.azureccm.e2e.suite.scenario.publicip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What {@link PublicIpTest} and {@link NamedPublicIpTest} have in common. */
abstract class PublicIpFixture {
    static final String PREFIX = "service.beta.kubernetes.io/";
    static final String IP = "publicIPAddresses";

    ServiceScenario scenario;
    /** The Service of one test; the events of the others bear other names. */
    String web = "";
    int tests;

    @BeforeAll
    void open(@TempDir Path folder) {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(2).azure(AzureSimulator.builder().retryAfter(0)));
        scenario.apply("first");
        scenario.awaitAddresses("first");
    }

    @BeforeEach
    void begin() {
        web = "web-" + ++tests;
    }

    @AfterEach
    void isSound() {
        scenario.azure().faults().clear();
        if (scenario.exists(web)) {
            scenario.delete(web);
            scenario.await("the end of " + web, () -> !scenario.exists(web));
        }
        scenario.assertSound();
        assertThat(scenario.addresses("first")).hasSize(1);
        assertThat(publicIps()).hasSize(1);
    }

    @AfterAll
    void close() {
        scenario.close();
    }

    void web(String key, String value) {
        scenario.apply(web, 8080, annotation(key, value));
    }

    static String annotation(String key, String value) {
        return "{\"" + PREFIX + key + "\": \"" + value + "\"}";
    }

    void seed(String id) {
        scenario.azure()
                .seed(Json.array()
                        .add(Json
                                .parse("""
                                        {"id": "%s", "location": "%s", "sku": {"name": "Standard"},
                                         "properties": {"publicIPAllocationMethod": "Static", "publicIPAddressVersion": "IPv4"}}"""
                                        .formatted(id, scenario.infrastructure().location()))));
    }

    List<String> publicIps() {
        return scenario.azure().state().keySet().stream().filter(id -> id.contains("/" + IP + "/")).toList();
    }

    JsonNode publicIp(String service) {
        return scenario.azure().resource(scenario.networkId(IP, name(service))).orElse(null);
    }

    List<String> events(String service, String reason) {
        return scenario.events(service).stream().filter(event -> event.startsWith(reason)).toList();
    }

    String name(String service) {
        return "kubernetes-" + base(service);
    }

    String base(String service) {
        return ("a" + scenario.cluster().uids().get(service).replace("-", "")).substring(0, 32);
    }
}
