package io.azureccm.common.kube.informer;

import static io.azureccm.common.kube.ScriptedApi.status;

import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.ScriptedApi;
import io.azureccm.common.kube.ScriptedApi.Answer;
import io.azureccm.common.kube.ScriptedApi.Request;
import io.azureccm.common.kube.ScriptedApi.WatchLines;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** An informer of nodes before a Kubernetes API whose lists and watches a test scripts; what listeners hear is written down. */
@Timeout(600)
abstract class InformerFixture {
    static final InformerSettings QUICK = new InformerSettings(500, Duration.ofMinutes(2),
            Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMillis(4), Duration.ofMillis(20));

    final List<String> heard = new CopyOnWriteArrayList<>();
    final Queue<Answer> lists = new ConcurrentLinkedQueue<>();
    final Queue<Answer> watches = new ConcurrentLinkedQueue<>();
    ScriptedApi api;
    KubernetesClient client;
    ResourceInformer<Node> informer;

    @BeforeEach
    void start() throws IOException {
        api = new ScriptedApi();
        client = api.client();
        api.answer(this::next);
    }

    @AfterEach
    void stop() {
        if (informer != null)
            informer.close();
        client.close();
        api.close();
    }

    Answer next(Request request) {
        Answer answer = request.isWatch() ? watches.poll() : lists.poll();
        return answer == null ? status(503, "script ended") : answer;
    }

    WatchLines watch() {
        WatchLines lines = new WatchLines();
        watches.add(new Answer.Stream(lines));
        return lines;
    }

    void open(InformerSettings settings) {
        open(settings, System::nanoTime);
    }

    /** The same with a clock that the test moves. */
    void open(InformerSettings settings, LongSupplier nanoTime) {
        informer = new ResourceInformer<>(client, Node.class, InformerScope.ALL, Trim.nodes(), settings, nanoTime);
        informer.listen(new Recorder(heard)).start();
    }

    void awaitSynced() {
        Await.until("the first list", informer::synced);
    }

    void awaitHeard(String... expected) {
        Await.until(() -> List.of(expected) + " but heard " + heard, () -> heard.equals(List.of(expected)));
    }

    List<Request> requests(boolean watch) {
        return api.requests().stream().filter(each -> each.isWatch() == watch).toList();
    }

    static String list(String version, String next, String... items) {
        return "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"" + version
                + "\",\"continue\":\"" + next + "\"},\"items\":["
                + Arrays.stream(items).collect(Collectors.joining(",")) + "]}";
    }

    static String node(String name, String version) {
        return object(name, version, "label-" + version, "");
    }

    static String withStatus(String name, String version, String status) {
        return object(name, version, "label-1", status);
    }

    private static String object(String name, String version, String label, String status) {
        return "{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" + name + "\",\"uid\":\"uid-" + name
                + "\",\"resourceVersion\":\"" + version
                + "\",\"labels\":{\"n\":\"" + label
                + "\"},\"managedFields\":[{\"manager\":\"kubelet\",\"fieldsV1\":{\"f:x\":{}}}],\"annotations\":{\"kept\":\"yes\","
                + "\"kubectl.kubernetes.io/last-applied-configuration\":\"{}\"}},\"spec\":{\"providerID\":\"azure:///x\"},"
                + "\"status\":{" + status + "}}";
    }

    static class Recorder implements ResourceListener<Node> {
        private final List<String> heard;

        Recorder(List<String> heard) {
            this.heard = heard;
        }

        @Override
        public void added(Node object) {
            heard.add("+" + text(object));
        }

        @Override
        public void updated(Node before, Node after) {
            heard.add(text(before) + ">" + text(after));
        }

        @Override
        public void deleted(Node last, boolean lastStateUnknown) {
            heard.add((lastStateUnknown ? "?" : "-") + text(last));
        }

        private static String text(Node node) {
            return node.getMetadata().getName() + node.getMetadata().getResourceVersion();
        }
    }
}
