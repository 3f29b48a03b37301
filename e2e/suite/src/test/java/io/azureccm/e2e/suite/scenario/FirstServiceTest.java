package io.azureccm.e2e.suite.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.harness.Cluster;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of one Service: how many calls it costs, what users are told, what is left. */
class FirstServiceTest {
    @TempDir
    Path folder;

    @Test
    void service_gets_an_address_and_leaves_nothing_behind() {
        try (Scene scene = Scene.play(folder, Setting.of(3))) {
            scene.apply("web");
            scene.awaitAddresses("web");
            scene.awaitQuiet();
            assertThat(scene.addresses("web")).hasSize(1);
            assertThat(scene.azure().calls().counters().reads()).as("reads").isEqualTo(6);
            assertThat(scene.azure().calls().counters().writes()).as("writes").isEqualTo(7);
            assertThat(reasons(scene.cluster())).containsExactly("EnsuredLoadBalancer", "EnsuringLoadBalancer");
            scene.delete("web");
            scene.await("no Service", () -> !scene.exists("web"));
            scene.awaitQuiet();
            assertThat(reasons(scene.cluster())).contains("DeletingLoadBalancer", "DeletedLoadBalancer");
            scene.assertNothingLeft();
        }
    }

    private static List<String> reasons(Cluster cluster) {
        return cluster.events().stream().map(FirstServiceTest::reason).sorted().toList();
    }

    private static String reason(ObjectNode event) {
        return event.path("reason").asText();
    }
}
