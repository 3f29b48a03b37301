package io.azureccm.service.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.config.value.Redaction;
import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.EventSink;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The events that scripts and alerts match have exactly the texts of the generic service controller. */
class EventTextsTest {
    private record Case(String reason, String type, String component, String message,
            BiConsumer<ServiceEvents, Service> told) {}

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

    private static final String OURS = "service-controller";
    private static final String AZURE = "azure-cloud-provider";
    private static final List<String> HOSTS = IntStream.range(10, 32).mapToObj(i -> "node-" + i).toList();

    private static final List<Case> CASES = List.of(
            new Case("EnsuringLoadBalancer", "Normal", OURS, "Ensuring load balancer", ServiceEvents::ensuring),
            new Case("EnsuredLoadBalancer", "Normal", OURS, "Ensured load balancer",
                    (events, service) -> events.ensured(service, List.of())),
            new Case("EnsuredLoadBalancer", "Normal", OURS, "Ensured load balancer with IP 20.1.2.3",
                    (events, service) -> events.ensured(service, List.of("20.1.2.3"))),
            new Case("UpdatedLoadBalancer", "Normal", OURS, "Updated load balancer with new hosts",
                    ServiceEvents::updated),
            new Case("DeletingLoadBalancer", "Normal", OURS, "Deleting load balancer", ServiceEvents::deleting),
            new Case("DeletedLoadBalancer", "Normal", OURS, "Deleted load balancer", ServiceEvents::deleted),
            new Case("UnAvailableLoadBalancer", "Warning", OURS, "There are no available nodes for LoadBalancer",
                    ServiceEvents::noNodes),
            new Case("SyncLoadBalancerFailed", "Warning", OURS,
                    "Error syncing load balancer: failed to ensure load balancer: E",
                    (events, service) -> events.ensureFailed(service, "E")),
            new Case("SyncLoadBalancerFailed", "Warning", OURS,
                    "Error syncing load balancer: failed to delete load balancer: E",
                    (events, service) -> events.deleteFailed(service, "E")),
            new Case("UpdateLoadBalancerFailed", "Warning", OURS, "Error updating load balancer with new hosts ["
                    + String.join(" ", HOSTS.subList(0, 20))
                    + " <2 more>] [node names limited, total number of nodes: 22], error: E",
                    (events, service) -> events.updateFailed(service, HOSTS, "E")),
            new Case("DeleteLoadBalancerFailed", "Warning", OURS, "Error deleting load balancer: E",
                    (events, service) -> events.deleteOfVanishedFailed(service, "E")),
            new Case("LoadBalancerBackendPoolUpdated", "Normal", AZURE,
                    "Load balancer backend pool updated successfully", ServiceEvents::poolUpdated),
            new Case("LoadBalancerBackendPoolUpdateFailed", "Warning", AZURE, "E",
                    (events, service) -> events.notices(service,
                            List.of(PoolWrites.failed("E")), List.of())));

    @TestFactory
    Stream<DynamicTest> eventReadsAsUsersKnowIt() {
        return CASES.stream().map(each -> DynamicTest.dynamicTest(each.message(), () -> {
            List<Event> written = new CopyOnWriteArrayList<>();
            try (EventRecorder recorder = new EventRecorder(new Written(written))) {
                ServiceEvents events = new ServiceEvents(recorder, Redaction.of(List.of()));
                events.begin();
                each.told().accept(events, service());
                Await.until("the event", () -> !written.isEmpty());
            }
            assertThat(written).singleElement().satisfies(event -> {
                assertThat(event.getReason()).isEqualTo(each.reason());
                assertThat(event.getType()).isEqualTo(each.type());
                assertThat(event.getSource().getComponent()).isEqualTo(each.component());
                assertThat(event.getMessage()).isEqualTo(each.message());
            });
        }));
    }

    private static Service service() {
        return new ServiceBuilder().withNewMetadata()
                .withNamespace("shop")
                .withName("web")
                .withUid("uid")
                .endMetadata()
                .build();
    }
}
