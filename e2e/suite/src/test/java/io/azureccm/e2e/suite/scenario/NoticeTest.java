package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user should know about a Service is said once, beside everything else that happens to it. */
class NoticeTest {
    private static final String INTERNAL = "{\"service.beta.kubernetes.io/azure-load-balancer-internal\": \"%s\"}";

    @Test
    void noticeIsSaidOnceHoweverManyPassesFollow(@TempDir Path folder) {
        try (Scene scene = Scene.play(folder, Setting.of(1))) {
            scene.apply("web", 80, INTERNAL.formatted("yes"));
            scene.awaitAddresses("web");
            scene.await("the notice", () -> !notices(scene).isEmpty());
            scene.apply("other", 81, "{}");
            scene.awaitAddresses("other");
            scene.apply("web", 80, INTERNAL.formatted("on"));
            scene.await("the notice about the changed Service", () -> count(scene) == 2);
            scene.delete("other");
            scene.await("the end of the other", () -> !scene.exists("other"));
            scene.awaitQuiet();

            assertThat(notices(scene)).extracting(event -> event.path("count").asInt()).containsOnly(1);
            assertThat(count(scene)).as("once for each content of the Service").isEqualTo(2);
            ObjectNode notice = notices(scene).getFirst();
            assertThat(notice.path("type").asText()).as("nothing fails").isEqualTo("Normal");
            assertThat(notice.at("/source/component").asText()).isEqualTo("service-controller");
            assertThat(notice.path("message").asText()).contains("azure-load-balancer-internal=", "\"true\"");
        }
    }

    private static int count(Scene scene) {
        return notices(scene).stream().mapToInt(event -> event.path("count").asInt(1)).sum();
    }

    private static List<ObjectNode> notices(Scene scene) {
        return scene.cluster()
                .events()
                .stream()
                .filter(event -> event.path("reason").asText().equals("UnclearAnnotation"))
                .toList();
    }
}
