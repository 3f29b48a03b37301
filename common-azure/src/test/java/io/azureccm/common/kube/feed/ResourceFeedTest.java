package io.azureccm.common.kube.feed;

import static io.azureccm.common.kube.ScriptedApi.json;
import static io.azureccm.common.kube.ScriptedApi.status;
import static io.azureccm.common.kube.ScriptedApi.statusJson;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ResourceFeedTest {
    private static final FeedSettings QUICK = new FeedSettings(Duration.ZERO, 500, Duration.ofSeconds(5),
            Duration.ofMinutes(5), Duration.ofSeconds(30), Duration.ofMillis(4), Duration.ofMillis(20));

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final Queue<Answer> lists = new ConcurrentLinkedQueue<>();
    private final Queue<Answer> watches = new ConcurrentLinkedQueue<>();
    private ScriptedApi api;
    private KubernetesClient client;
    private ResourceFeed<Node> feed;

    @BeforeEach
    void start() throws IOException {
        api = new ScriptedApi();
        client = api.client();
        api.answer(this::next);
    }

    @AfterEach
    void stop() {
        if (feed != null)
            feed.close();
        client.close();
        api.close();
    }

    @Test
    void listsThenWatchesFromTheVersionOfTheList() {
        lists.add(json(list("10", "", node("a", "1"), node("b", "2"))));
        WatchLines watch = watch();
        open(QUICK);
        awaitSynced();
        assertThat(heard).containsExactly("+a1", "+b2");
        watch.send("MODIFIED", node("a", "11")).send("DELETED", node("b", "12")).send("ADDED", node("c", "13"));
        awaitHeard("+a1", "+b2", "a1>a11", "-b12", "+c13");
        assertThat(feed.store().list()).extracting(each -> each.getMetadata().getName()).containsExactly("a", "c");
        assertThat(requests(true).getFirst().query()).containsEntry("resourceVersion", "10")
                .containsEntry("allowWatchBookmarks", "true")
                .containsKey("timeoutSeconds");
        assertThat(feed.status()).satisfies(status -> {
            assertThat(status.watching()).isTrue();
            assertThat(status.problem()).isEmpty();
        });
    }

    @Test
    void readsAListPageByPage() {
        lists.add(json(list("10", "more", node("a", "1"))));
        lists.add(json(list("10", "", node("b", "2"))));
        watch();
        open(QUICK);
        awaitSynced();
        assertThat(heard).containsExactly("+a1", "+b2");
        assertThat(requests(false)).extracting(each -> each.query().get("continue")).containsExactly(null, "more");
        assertThat(requests(false)).extracting(each -> each.query().get("limit")).containsOnly("500");
    }

    @Test
    void aListThatCannotBeContinuedIsReadAtOnce() {
        lists.add(json(list("10", "more", node("a", "1"))));
        lists.add(status(410, "token expired"));
        lists.add(json(list("11", "", node("a", "1"), node("b", "2"))));
        watch();
        open(QUICK);
        awaitSynced();
        assertThat(requests(false).getLast().query()).doesNotContainKeys("limit", "continue");
        assertThat(heard).containsExactly("+a1", "+b2");
    }

    @Test
    void aWatchThatEndsIsOpenedAgainWhereItStopped() {
        lists.add(json(list("10", "", node("a", "1"))));
        watch().send("MODIFIED", node("a", "11")).send("BOOKMARK", node("", "15")).end();
        watch().send("MODIFIED", node("a", "16"));
        open(QUICK);
        awaitHeard("+a1", "a1>a11", "a11>a16");
        assertThat(requests(true)).extracting(each -> each.query().get("resourceVersion")).containsExactly("10", "15");
        assertThat(requests(false)).hasSize(1);
    }

    @Test
    void linesMayComeInPiecesAndSeveralAtOnce() {
        lists.add(json(list("10", "")));
        String line = "{\"type\":\"ADDED\",\"object\":" + node("ä😀", "11") + "}\n";
        String other = "{\"type\":\"ADDED\",\"object\":" + node("b", "12") + "}\n";
        watch().sendRaw(line.substring(0, 70))
                .sendRaw("")
                .sendRaw(line.substring(70) + other + "\n")
                .sendRaw(other.replace("12", "13"));
        open(QUICK);
        awaitHeard("+ä😀11", "+b12", "b12>b13");
    }

    @Test
    void aWatchThatBreaksOrIsRefusedIsOpenedAgain() {
        lists.add(json(list("10", "", node("a", "1"))));
        watches.add(status(500, "etcd is away"));
        watches.add(status(403, "no more"));
        watch().sendRaw("{\"type\":\"MODIFIED\",\"obj\n").end();
        watch().send("MODIFIED", node("a", "11"));
        open(QUICK);
        awaitHeard("+a1", "a1>a11");
        assertThat(requests(true)).extracting(each -> each.query().get("resourceVersion")).containsOnly("10");
    }

    @Test
    void aVersionTooOldAsAnAnswerListsAgainAndTellsWhatWasMissed() {
        lists.add(json(list("10", "", node("a", "1"), node("b", "2"), node("same", "3"))));
        watches.add(status(410, "too old"));
        lists.add(json(list("20", "", node("a", "15"), node("c", "16"), node("same", "3"))));
        WatchLines watch = watch();
        open(QUICK);
        awaitHeard("+a1", "+b2", "+same3", "?b2", "a1>a15", "+c16");
        watch.send("DELETED", node("c", "21"));
        awaitHeard("+a1", "+b2", "+same3", "?b2", "a1>a15", "+c16", "-c21");
        assertThat(requests(true).getLast().query()).containsEntry("resourceVersion", "20");
    }

    @Test
    void aVersionTooOldAsAnEventListsAgain() {
        lists.add(json(list("10", "", node("a", "1"))));
        watch().send("ERROR", statusJson(410, "too old"));
        lists.add(json(list("20", "", node("b", "15"))));
        watch();
        open(QUICK);
        awaitHeard("+a1", "?a1", "+b15");
    }

    @Test
    void watchesThatEndAtOnceAgainAndAgainAreTakenForAVersionTooOld() {
        lists.add(json(list("10", "", node("a", "1"))));
        watch().end();
        watch().end();
        watch().end();
        lists.add(json(list("20", "", node("a", "15"))));
        watch();
        open(QUICK);
        awaitHeard("+a1", "a1>a15");
    }

    @Test
    void anObjectMadeAgainUnseenIsDeletedAndAdded() {
        lists.add(json(list("10", "", node("a", "1"))));
        watches.add(status(410, "too old"));
        lists.add(json(list("20", "", node("a", "15").replace("uid-a", "uid-other"))));
        watch();
        open(QUICK);
        awaitHeard("+a1", "?a1", "+a15");
    }

    @Test
    void aWatchOnWhichNothingComesIsTakenForDead() {
        lists.add(json(list("10", "", node("a", "1"))));
        watch().send("BOOKMARK", node("", "12"));
        watch().send("MODIFIED", node("a", "13"));
        open(new FeedSettings(Duration.ZERO, 500, Duration.ofSeconds(5), Duration.ofMinutes(5), Duration.ofMillis(60),
                Duration.ofMillis(4), Duration.ofMillis(20)));
        awaitHeard("+a1", "a1>a13");
        assertThat(requests(true).get(1).query()).containsEntry("resourceVersion", "12");
    }

    @Test
    void changesOfFieldsThatAreNotKeptAreNotTold() {
        lists.add(json(list("10", "", node("a", "1"))));
        watch().send("MODIFIED", withStatus("a", "11", "\"images\":[{\"names\":[\"x\"],\"sizeBytes\":7}]"))
                .send("MODIFIED",
                        withStatus("a", "12", "\"addresses\":[{\"type\":\"InternalIP\",\"address\":\"10.0.0.4\"}]"));
        open(QUICK);
        awaitHeard("+a1", "a11>a12");
        assertThat(feed.store().get("a")).hasValueSatisfying(node -> {
            assertThat(node.getMetadata().getManagedFields()).isEmpty();
            assertThat(node.getMetadata().getAnnotations()).containsOnlyKeys("kept");
            assertThat(node.getStatus().getAddresses()).hasSize(1);
        });
    }

    @Test
    void aResyncShowsAllObjectsAgain() {
        lists.add(json(list("10", "", node("a", "1"), node("b", "2"))));
        watch();
        open(QUICK.withResync(Duration.ofMillis(30)));
        Await.until("two resyncs", () -> heard.size() >= 6);
        assertThat(heard.subList(0, 6)).containsExactly("+a1", "+b2", "a1>a1", "b2>b2", "a1>a1", "b2>b2");
    }

    @Test
    void anApiThatIsAwayIsAProblemInOneLineUntilItAnswers() {
        lists.add(status(401, "Unauthorized"));
        lists.add(status(503, "starting"));
        api.answer(request -> lists.size() > 1 ? lists.peek() : next(request));
        open(QUICK);
        Await.until("the problem is known", () -> feed.status().problem().isPresent());
        assertThat(feed.synced()).isFalse();
        assertThat(feed.status().problem().orElseThrow()).isEqualTo(
                "Kubernetes API " + api.url() + "/api/v1/nodes: the credentials are refused (401 Unauthorized)");
        lists.clear();
        lists.add(json(list("10", "", node("a", "1"))));
        watch();
        api.answer(this::next);
        awaitSynced();
        assertThat(feed.status().problem()).isEmpty();
    }

    @Test
    void aListenerThatFailsStopsNothing() {
        lists.add(json(list("10", "", node("a", "1"))));
        watch().send("MODIFIED", node("a", "11"));
        feed = new ResourceFeed<>(client, Node.class, FeedScope.ALL, Trim.nodes(), QUICK);
        feed.listen(new Recorder(new CopyOnWriteArrayList<>()) {
            @Override
            public void added(Node object) {
                throw new IllegalStateException("broken");
            }
        });
        feed.listen(new Recorder(heard)).start();
        awaitHeard("+a1", "a1>a11");
    }

    @Test
    void selectorsAndNamespaceAreSent() {
        lists.add(json(list("10", "")));
        watch();
        feed = new ResourceFeed<>(client, Node.class,
                FeedScope.ALL.withLabels("pool in (a,b)").withFields("metadata.name=x"), Trim.nodes(), QUICK);
        feed.start();
        awaitSynced();
        Await.until("the watch", () -> !requests(true).isEmpty());
        assertThat(api.requests()).allSatisfy(request -> assertThat(request.query())
                .containsEntry("labelSelector", "pool in (a,b)")
                .containsEntry("fieldSelector", "metadata.name=x"));
    }

    @Test
    void afterClosingNobodyIsTold() {
        lists.add(json(list("10", "", node("a", "1"))));
        WatchLines watch = watch();
        open(QUICK);
        awaitSynced();
        Await.until("the watch", () -> feed.status().watching());
        feed.close();
        watch.send("MODIFIED", node("a", "11"));
        assertThat(feed.status().watching()).isFalse();
        assertThat(heard).containsExactly("+a1");
    }

    private Answer next(Request request) {
        Answer answer = request.isWatch() ? watches.poll() : lists.poll();
        return answer == null ? status(503, "script ended") : answer;
    }

    private WatchLines watch() {
        WatchLines lines = new WatchLines();
        watches.add(new Answer.Stream(lines));
        return lines;
    }

    private void open(FeedSettings settings) {
        feed = new ResourceFeed<>(client, Node.class, FeedScope.ALL, Trim.nodes(), settings);
        feed.listen(new Recorder(heard)).start();
    }

    private void awaitSynced() {
        Await.until("the first list", feed::synced);
    }

    private void awaitHeard(String... expected) {
        Await.until(() -> List.of(expected) + " but heard " + heard, () -> heard.equals(List.of(expected)));
    }

    private List<Request> requests(boolean watch) {
        return api.requests().stream().filter(each -> each.isWatch() == watch).toList();
    }

    private static String list(String version, String next, String... items) {
        return "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"" + version
                + "\",\"continue\":\"" + next + "\"},\"items\":["
                + Arrays.stream(items).collect(Collectors.joining(",")) + "]}";
    }

    private static String node(String name, String version) {
        return object(name, version, "label-" + version, "");
    }

    private static String withStatus(String name, String version, String status) {
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

    private static class Recorder implements ResourceListener<Node> {
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
