package io.azureccm.route.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.EventSink;
import io.azureccm.route.RouteController;
import io.azureccm.route.informer.NodeIndex;
import io.azureccm.route.plan.RouteReason;
import io.azureccm.route.spec.NodeFactsParser;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events that scripts and alerts look for have the texts of the generic route controller. */
class EventTextsTest {
    private static final Node NODE = new NodeBuilder().withNewMetadata()
            .withName("n1")
            .withUid("u1")
            .endMetadata()
            .build();

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

    @Test
    void routeThatCannotBeMadeIsToldAsUsersKnowIt() {
        List<Event> written = new CopyOnWriteArrayList<>();
        try (EventRecorder recorder = new EventRecorder(new Written(written))) {
            NodeEvents events = new NodeEvents(recorder);
            events.begin();
            events.routesFailed(new NodeIndex.Entry(NODE, new NodeFactsParser(Optional.empty()).parse(NODE)),
                    List.of(new ReportedProblems.FailedRoute(
                            new NodeResult.Failure("10.244.0.0/24", "E", RouteReason.REJECTED),
                            Duration.ofMillis(1500))));
            Await.until("the event", () -> !written.isEmpty());
        }
        assertThat(written).singleElement().satisfies(event -> {
            assertThat(event.getSource().getComponent()).isEqualTo("route_controller");
            assertThat(event.getType()).isEqualTo("Warning");
            assertThat(event.getReason()).isEqualTo("FailedToCreateRoute");
            assertThat(event.getMessage())
                    .isEqualTo("Could not create route u1 10.244.0.0/24 for node n1 after 1.5s: E");
        });
    }

    @ParameterizedTest
    @CsvSource({"true, False, RouteCreated, RouteController created a route",
            "false, True, NoRouteCreated, RouteController failed to create a route"})
    void conditionHasStatusReasonAndMessageThatUsersKnow(boolean connected, String status, String reason,
            String message) {
        var condition = NetworkCondition.of(connected, "2026-01-01T00:00:00Z");
        assertThat(condition.getType()).isEqualTo("NetworkUnavailable");
        assertThat(condition.getStatus()).isEqualTo(status);
        assertThat(condition.getReason()).isEqualTo(reason);
        assertThat(condition.getMessage()).isEqualTo(message);

    }
}
