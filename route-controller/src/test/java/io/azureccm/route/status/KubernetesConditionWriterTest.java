package io.azureccm.route.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.kube.client.ObjectRequests;
import io.azureccm.common.kube.patch.NodePatches;
import io.azureccm.common.kube.patch.ObjectPatcher;
import io.azureccm.common.reconcile.VirtualClock;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KubernetesConditionWriterTest {
    private static final String EARLIER = "2025-01-01T00:00:00Z";

    private final List<String> sent = new ArrayList<>();
    private final VirtualClock clock = new VirtualClock();
    private final ObjectRequests api = new ObjectRequests() {
        @Override
        public JsonNode get(String path) {
            throw new UnsupportedOperationException(path);
        }

        @Override
        public JsonNode patch(String path, String type, JsonNode patch) {
            sent.add(path + " " + patch);
            return patch;
        }

        @Override
        public JsonNode delete(String path, JsonNode options) {
            throw new UnsupportedOperationException(path);
        }
    };
    private final KubernetesConditionWriter writer = new KubernetesConditionWriter(
            new NodePatches(new ObjectPatcher(api, Optional::empty, () -> {})), clock);

    /** The other value was written since, and is not shown yet. */
    @Test
    void conditionThatTheNodeStillShowsIsWrittenAsANewOne() {
        Node shown = new NodeBuilder().withNewMetadata()
                .withName("n1")
                .endMetadata()
                .withNewStatus()
                .withConditions(NetworkCondition.connected(EARLIER))
                .endStatus()
                .build();

        writer.write(shown, new ConditionWrite(Optional.of(true), Optional.empty()));

        assertThat(sent).hasSize(1);
        assertThat(sent.getFirst()).startsWith("api/v1/nodes/n1/status")
                .contains("\"status\":\"False\"")
                .doesNotContain(EARLIER);
    }
}
