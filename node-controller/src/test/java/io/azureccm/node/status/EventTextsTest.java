package io.azureccm.node.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.EventSink;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Events that scripts and alerts look for have the texts of the generic node controllers. */
class EventTextsTest {
    private static final Node NODE = new NodeBuilder().withNewMetadata()
            .withName("n1")
            .withUid("u1")
            .endMetadata()
            .build();

    private record Case(String component, String type, String reason, String message, Consumer<NodeEvents> told) {}

    private static final List<Case> CASES = List.of(
            new Case("cloud-node-controller", "Normal", "Synced", "Node synced successfully",
                    events -> events.synced(NODE)),
            new Case("cloud-node-lifecycle-controller", "Normal", "DeletingNode",
                    "Deleting node n1 because it does not exist in the cloud provider",
                    events -> events.deleting(NODE)),
            new Case("cloud-node-lifecycle-controller", "Warning", "DeletingNodeFailed", "Failed deleting node n1: E",
                    events -> events.deletingFailed(NODE, "E")));

    private record Written(List<Event> events) implements EventSink {
        @Override
        public void create(Event event) {
            events.add(event);
        }

        @Override
        public void patch(String namespace, String name, JsonNode patch) {
            throw new IllegalStateException("nothing is told twice");
        }
    }

    @TestFactory
    Stream<DynamicTest> eventReadsAsUsersKnowIt() {
        return CASES.stream().map(each -> DynamicTest.dynamicTest(each.reason(), () -> {
            List<Event> written = new CopyOnWriteArrayList<>();
            try (EventRecorder recorder = new EventRecorder(new Written(written))) {
                NodeEvents events = new NodeEvents(recorder);
                events.begin();
                each.told().accept(events);
                Await.until("the event", () -> !written.isEmpty());
            }
            assertThat(written).singleElement().satisfies(event -> {
                assertThat(event.getSource().getComponent()).isEqualTo(each.component());
                assertThat(event.getType()).isEqualTo(each.type());
                assertThat(event.getReason()).isEqualTo(each.reason());
                assertThat(event.getMessage()).isEqualTo(each.message());
            });
        }));
    }
}
