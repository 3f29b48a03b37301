package io.azureccm.e2e.suite.scenario.privatelink;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A cluster whose Services ask for private link services. */
abstract class PrivateLinkFixture {
    private static final ObjectMapper JSON = new ObjectMapper();

    ServiceScenario scenario;

    @BeforeEach
    void open(@TempDir Path folder) {
        scenario = ServiceScenario.play(folder, ScenarioSetup.of(2));
        scenario.awaitQuiet();
    }

    @AfterEach
    void close() {
        try {
            scenario.assertSound();
        } finally {
            scenario.close();
        }
    }

    void seed(String id, String body) {
        ObjectNode resource = (ObjectNode) Json.parse(body);
        scenario.azure().seed(JSON.createArrayNode().add(resource.put("id", id)));
    }

    List<String> links() {
        return scenario.azure()
                .state()
                .values()
                .stream()
                .map(resource -> resource.path("id").asText())
                .filter(id -> id.contains("/privateLinkServices/"))
                .toList();
    }

    String internalBalancer() {
        return scenario.networkId("loadBalancers", "kubernetes-internal");
    }

    static String internal(String... pairs) {
        return annotations("azure-load-balancer-internal", pairs);
    }

    static String annotations(String flag, String... pairs) {
        Map<String, String> all = new LinkedHashMap<>();
        if (!flag.isEmpty())
            all.put("service.beta.kubernetes.io/" + flag, "true");
        for (int i = 0; i < pairs.length; i += 2) {
            all.put("service.beta.kubernetes.io/" + pairs[i], pairs[i + 1]);
        }
        return JSON.valueToTree(all).toString();
    }
}
