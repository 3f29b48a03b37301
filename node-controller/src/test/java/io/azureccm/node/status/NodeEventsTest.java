package io.azureccm.node.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.kube.event.HeardEvents;
import io.azureccm.node.spec.NodeFactsParser;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Problems of a node are reported while they persist, however often they are found. */
class NodeEventsTest {
    private static final Refusal ADDRESS = new Refusal("NodeIPNotFound", "a", "no machine has this address");

    private final HeardEvents heard = new HeardEvents();
    private final NodeEvents events = new NodeEvents(heard.recorder());

    @BeforeEach
    void lead() {
        events.begin();
    }

    @AfterEach
    void close() {
        events.close();
        heard.close();
    }

    @Test
    void refusalIsToldAgainOnAScheduleAndAtOnceWhenItComesBack() {
        refuse(node(Map.of()));
        refuse(node(Map.of()));
        heard.advance(Duration.ofSeconds(8));
        assertThat(heard.all()).containsExactly("NodeIPNotFound 1", "NodeIPNotFound 2");
        events.notRefused(node(Map.of()));
        heard.advance(Duration.ofMinutes(2));
        assertThat(heard.all()).hasSize(2);
        refuse(node(Map.of()));
        heard.advance(Duration.ZERO);
        assertThat(heard.all()).hasSize(3);
    }

    @Test
    void refusalOfANodeThatWasChangedIsTold() {
        refuse(node(Map.of()));
        refuse(node(Map.of("kubernetes.azure.com/managed", "false")));
        heard.advance(Duration.ZERO);
        assertThat(heard.all()).hasSize(2);
    }

    @Test
    void deletionThatFailsIsToldUntilTheNodeIsKeptOrHasLeft() {
        events.deletingFailed(node(Map.of()), "forbidden");
        events.deletingFailed(node(Map.of()), "forbidden");
        heard.advance(Duration.ofSeconds(8));
        assertThat(heard.all()).containsExactly("DeletingNodeFailed 1", "DeletingNodeFailed 2");
        events.kept(node(Map.of()));
        heard.advance(Duration.ofHours(1));
        events.deletingFailed(node(Map.of()), "forbidden");
        refuse(node(Map.of()));
        events.left("uid-a");
        heard.advance(Duration.ofHours(1));
        assertThat(heard.all().subList(2, 4)).containsExactly("DeletingNodeFailed 3", "NodeIPNotFound 1");
        assertThat(heard.all()).hasSize(4);
    }

    private void refuse(Node node) {
        events.refused(node, NodeFactsParser.parse(node), ADDRESS);
    }

    private static Node node(Map<String, String> labels) {
        return new NodeBuilder().withNewMetadata()
                .withName("a")
                .withUid("uid-a")
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .build();
    }
}
