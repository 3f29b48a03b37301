package io.azureccm.e2e.suite.scenario.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user should know about a Service is said once, beside everything else that happens to it. */
class NoticeTest {
    private static final String INTERNAL = "{\"service.beta.kubernetes.io/azure-load-balancer-internal\": \"%s\"}";

    @Test
    void noticeIsSaidOnceHoweverManyPlansFollow(@TempDir Path folder) {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1))) {
            scenario.apply("web", 80, INTERNAL.formatted("yes"));
            scenario.awaitAddresses("web");
            scenario.await("the notice", () -> !notices(scenario).isEmpty());
            scenario.apply("other", 81, "{}");
            scenario.awaitAddresses("other");
            scenario.apply("web", 80, INTERNAL.formatted("on"));
            scenario.await("the notice about the changed Service", () -> count(scenario) == 2);
            scenario.delete("other");
            scenario.await("the end of the other", () -> !scenario.exists("other"));
            scenario.awaitQuiet();

            assertThat(notices(scenario)).extracting(event -> event.path("count").asInt()).containsOnly(1);
            assertThat(count(scenario)).as("once for each content of the Service").isEqualTo(2);
            ObjectNode notice = notices(scenario).getFirst();
            assertThat(notice.path("type").asText()).as("nothing fails").isEqualTo("Normal");
            assertThat(notice.at("/source/component").asText()).isEqualTo("service-controller");
            assertThat(notice.path("message").asText()).contains("azure-load-balancer-internal=", "\"true\"");
        }
    }

    private static int count(ServiceScenario scenario) {
        return notices(scenario).stream().mapToInt(event -> event.path("count").asInt(1)).sum();
    }

    private static List<ObjectNode> notices(ServiceScenario scenario) {
        return scenario.cluster()
                .events()
                .stream()
                .filter(event -> event.path("reason").asText().equals("UnclearAnnotation"))
                .toList();
    }
}
