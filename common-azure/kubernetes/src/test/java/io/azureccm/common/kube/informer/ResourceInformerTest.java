package io.azureccm.common.kube.informer;

import static io.azureccm.common.kube.ScriptedApi.json;
import static io.azureccm.common.kube.ScriptedApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.ScriptedApi.WatchLines;
import io.fabric8.kubernetes.api.model.Node;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ResourceInformerTest extends InformerFixture {
    @Test
    void listsThenWatchesFromTheVersionOfTheList() {
        lists.add(json(list("10", "", node("a", "1"), node("b", "2"))));
        WatchLines watch = watch();
        open(QUICK);
        awaitSynced();
        assertThat(heard).containsExactly("+a1", "+b2");
        watch.send("MODIFIED", node("a", "11")).send("DELETED", node("b", "12")).send("ADDED", node("c", "13"));
        awaitHeard("+a1", "+b2", "a1>a11", "-b12", "+c13");
        assertThat(informer.store().list()).extracting(each -> each.getMetadata().getName()).containsExactly("a", "c");
        assertThat(requests(true).getFirst().query()).containsEntry("resourceVersion", "10")
                .containsEntry("allowWatchBookmarks", "true")
                .containsKey("timeoutSeconds");
        assertThat(informer.status()).satisfies(status -> {
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

    /** Managed fields quote the types of a Node's addresses, of which the API limits neither number nor length. */
    @Test
    void objectWhoseManagedFieldsHaveLongNamesIsReadAndSoAreTheOthers() {
        String name = "\"f:x\":{},\"k:{" + "x".repeat(100_000) + "\":{}";
        lists.add(json(list("10", "", node("a", "1").replace("\"f:x\":{}", name), node("b", "2"))));
        watch().send("MODIFIED", node("a", "11").replace("\"f:x\":{}", name)).send("MODIFIED", node("b", "12"));
        open(QUICK);
        awaitHeard("+a1", "+b2", "a1>a11", "b2>b12");
        assertThat(informer.store().get("a").orElseThrow().getMetadata().getManagedFields()).isEmpty();
    }

    @Test
    void changesOfFieldsThatAreNotKeptAreNotTold() {
        lists.add(json(list("10", "", node("a", "1"))));
        watch().send("MODIFIED", withStatus("a", "11", "\"images\":[{\"names\":[\"x\"],\"sizeBytes\":7}]"))
                .send("MODIFIED",
                        withStatus("a", "12", "\"addresses\":[{\"type\":\"InternalIP\",\"address\":\"10.0.0.4\"}]"));
        open(QUICK);
        awaitHeard("+a1", "a11>a12");
        assertThat(informer.store().get("a")).hasValueSatisfying(node -> {
            assertThat(node.getMetadata().getManagedFields()).isEmpty();
            assertThat(node.getMetadata().getAnnotations()).containsOnlyKeys("kept");
            assertThat(node.getStatus().getAddresses()).hasSize(1);
        });
    }

    @Test
    void aListenerThatFailsStopsNothing() {
        lists.add(json(list("10", "", node("a", "1"))));
        watch().send("MODIFIED", node("a", "11"));
        informer = new ResourceInformer<>(client, Node.class, InformerScope.ALL, Trim.nodes(), QUICK);
        informer.listen(new Recorder(new CopyOnWriteArrayList<>()) {
            @Override
            public void added(Node object) {
                throw new IllegalStateException("broken");
            }
        });
        informer.listen(new Recorder(heard)).start();
        awaitHeard("+a1", "a1>a11");
    }

    @Test
    void selectorsAndNamespaceAreSent() {
        lists.add(json(list("10", "")));
        watch();
        informer = new ResourceInformer<>(client, Node.class,
                InformerScope.ALL.withLabels("pool in (a,b)").withFields("metadata.name=x"), Trim.nodes(), QUICK);
        informer.start();
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
        Await.until("the watch", () -> informer.status().watching());
        informer.close();
        watch.send("MODIFIED", node("a", "11"));
        Await.until("the watch has ended", () -> !informer.status().watching());
        assertThat(heard).containsExactly("+a1");
    }
}
