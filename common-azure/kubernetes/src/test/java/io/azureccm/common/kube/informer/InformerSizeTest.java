package io.azureccm.common.kube.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.ScriptedApi;
import io.azureccm.common.kube.ScriptedApi.Answer;
import io.azureccm.common.kube.ScriptedApi.Request;
import io.azureccm.common.kube.ScriptedApi.WatchLines;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A cluster of ten thousand nodes and Services, each as large as real ones are: what is kept of them is small. */
class InformerSizeTest {
    private static final int OBJECTS = 10_000;
    private static final int SMALL = 900;
    private static final String BALLAST = "x".repeat(6_000);
    private static final InformerSettings SETTINGS = new InformerSettings(500, Duration.ofMinutes(5),
            Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMillis(4), Duration.ofMillis(20));

    @Test
    void ofNodesOnlyWhatIsUsedIsKept() throws Exception {
        kept(Node.class, Trim.nodes(), InformerSizeTest::node, nodes -> {
            assertThat(nodes).hasSize(OBJECTS);
            assertThat(largest(nodes)).isLessThan(SMALL);
            Node any = nodes.getFirst();
            assertThat(any.getSpec().getProviderID()).startsWith("azure://");
            assertThat(any.getStatus().getAddresses()).hasSize(1);
            assertThat(any.getMetadata().getLabels()).containsEntry("kept", "yes");
        });
    }

    @Test
    void ofServicesThatAreNotBalancedTheAnnotationsGo() throws Exception {
        kept(Service.class, Trim.services(), InformerSizeTest::service, services -> {
            assertThat(services).hasSize(OBJECTS);
            List<Service> balanced = services.stream().filter(InformerSizeTest::isOurs).toList();
            assertThat(balanced).hasSize(OBJECTS / 100 * 3)
                    .allSatisfy(
                            service -> assertThat(service.getMetadata().getAnnotations()).containsEntry("note",
                                    BALLAST));
            assertThat(largest(services.stream().filter(service -> !isOurs(service)).toList())).isLessThan(SMALL);
        });
    }

    private static boolean isOurs(Service service) {
        return number(service) % 100 < 3;
    }

    private static int number(Service service) {
        return Integer.parseInt(service.getMetadata().getName().substring(1));
    }

    /** Lists all objects page by page and shows what the informer keeps. */
    private static <T extends HasMetadata> void kept(Class<T> type, Consumer<T> trim, IntFunction<String> object,
            Consumer<List<T>> look) throws IOException {
        try (ScriptedApi api = new ScriptedApi(); KubernetesClient client = api.client()) {
            api.answer(request -> request.isWatch() ? new Answer.Stream(new WatchLines()) : page(request, object));
            try (ResourceInformer<T> informer = new ResourceInformer<>(client, type, InformerScope.ALL, trim,
                    SETTINGS)) {
                informer.start();
                Await.until("the list", informer::synced);
                look.accept(informer.store().list());
            }
        }
    }

    private static Answer page(Request request, IntFunction<String> object) {
        int from = Integer.parseInt(request.query().getOrDefault("continue", "0"));
        int to = Math.min(OBJECTS, from + Integer.parseInt(request.query().get("limit")));
        return ScriptedApi.json("{\"metadata\":{\"resourceVersion\":\"10\",\"continue\":\"" + (to < OBJECTS ? to : "")
                + "\"},\"items\":[" + IntStream.range(from, to).mapToObj(object).collect(Collectors.joining(","))
                + "]}");
    }

    private static String node(int number) {
        return "{\"metadata\":{\"name\":\"n" + number + "\",\"resourceVersion\":\"5\",\"labels\":{\"kept\":\"yes\"},"
                + "\"annotations\":{\"kubectl.kubernetes.io/last-applied-configuration\":\"" + BALLAST + "\"},"
                + "\"managedFields\":[{\"manager\":\"" + BALLAST + "\"}]},"
                + "\"spec\":{\"providerID\":\"azure:///n" + number + "\",\"podCIDRs\":[\"10.0.0.0/24\"]},"
                + "\"status\":{\"addresses\":[{\"type\":\"InternalIP\",\"address\":\"10.1.2.3\"}],"
                + "\"images\":[{\"names\":[\"" + BALLAST + "\"]}],\"conditions\":[{\"type\":\"Ready\","
                + "\"status\":\"True\",\"lastHeartbeatTime\":\"2026-01-01T00:00:00Z\"}]}}";
    }

    /** Of each hundred one is a load balancer, one was and has its finalizer, one was and has its address. */
    private static String service(int number) {
        int kind = number % 100;
        return "{\"metadata\":{\"name\":\"s" + number + "\",\"namespace\":\"default\",\"resourceVersion\":\"5\","
                + (kind == 1 ? "\"finalizers\":[\"service.kubernetes.io/load-balancer-cleanup\"]," : "")
                + "\"annotations\":{\"note\":\"" + BALLAST + "\"},\"managedFields\":[{\"manager\":\"" + BALLAST
                + "\"}]},\"spec\":{\"type\":\"" + (kind == 0 ? "LoadBalancer" : "ClusterIP")
                + "\",\"ports\":[{\"port\":80}]},\"status\":{\"loadBalancer\":{"
                + (kind == 2 ? "\"ingress\":[{\"ip\":\"1.2.3.4\"}]" : "") + "}}}";
    }

    /** The characters of the largest object written as JSON. */
    private static int largest(List<? extends HasMetadata> objects) {
        return objects.stream().mapToInt(object -> Serialization.asJson(object).length()).max().orElse(0);
    }
}
