package io.azureccm.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.cluster.api.watch.Watches;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatchTest extends ClusterCase {
    private static final String WATCH = CONFIGMAPS + "?watch=true";

    @Override
    ClusterOptions options() {
        return ClusterOptions.defaults().withBookmarkInterval(Duration.ofMillis(50)).withHistoryLimit(5);
    }

    @Test
    void withoutVersionItStartsWithWhatIsThere() {
        createConfigMap("a", "");
        Rest.Watch watch = rest.watch(WATCH);
        assertThat(watch.nextName()).isEqualTo("ADDED a");
        createConfigMap("b", "");
        assertThat(watch.nextName()).isEqualTo("ADDED b");
        cluster.patch("cm", "default", "a", io.azureccm.e2e.cluster.json.Json.parse("{data: {k: v}}"));
        assertThat(watch.nextName()).isEqualTo("MODIFIED a");
        cluster.delete("cm", "default", "a");
        JsonNode deleted = watch.next();
        assertThat(deleted.get("type").asText()).isEqualTo("DELETED");
        assertThat(deleted.at("/object/data/k").asText()).isEqualTo("v");
        assertThat(deleted.at("/object/metadata/resourceVersion").asText())
                .isEqualTo(Long.toString(cluster.resourceVersion()));
    }

    @Test
    void fromAVersionItReplaysOnlyWhatCameLater() {
        String version = createConfigMap("a", "").text("/metadata/resourceVersion");
        createConfigMap("b", "");
        createService("other", "ports: [{port: 1}]");
        createConfigMap("c", "");
        Rest.Watch watch = rest.watch(WATCH + "&resourceVersion=" + version);
        assertThat(watch.nextName()).isEqualTo("ADDED b");
        assertThat(watch.nextName()).isEqualTo("ADDED c");
    }

    @Test
    void objectsEnterAndLeaveTheSelection() {
        Rest.Watch watch = rest.watch(WATCH + "&labelSelector=on=yes&resourceVersion=" + cluster.resourceVersion());
        createConfigMap("a", "");
        createConfigMap("b", "on: 'yes'");
        assertThat(watch.nextName()).isEqualTo("ADDED b");
        rest.patch(CONFIGMAPS + "/a", Rest.MERGE, "{metadata: {labels: {on: 'yes'}}}");
        assertThat(watch.nextName()).isEqualTo("ADDED a");
        rest.patch(CONFIGMAPS + "/a", Rest.MERGE, "{metadata: {labels: {on: 'no'}}}");
        JsonNode left = watch.next();
        assertThat(left.get("type").asText()).isEqualTo("DELETED");
        assertThat(left.at("/object/metadata/labels/on").asText()).isEqualTo("yes");
    }

    @Test
    void oneObjectCanBeWatchedByNameSelectorOrByPath() {
        Rest.Watch bySelector = rest.watch(WATCH + "&fieldSelector=metadata.name=b");
        Rest.Watch byPath = rest.watch("/api/v1/watch/namespaces/default/configmaps/b");
        createConfigMap("a", "");
        createConfigMap("b", "");
        assertThat(bySelector.nextName()).isEqualTo("ADDED b");
        assertThat(byPath.nextName()).isEqualTo("ADDED b");
    }

    @Test
    void bookmarksTellHowFarItIs() {
        Rest.Watch watch = rest.watch(WATCH + "&allowWatchBookmarks=true&resourceVersion=" + cluster.resourceVersion());
        createService("elsewhere", "ports: [{port: 1}]");
        String now = Long.toString(cluster.resourceVersion());
        JsonNode mark = watch.next();
        while (!mark.at("/object/metadata/resourceVersion").asText().equals(now))
            mark = watch.next();
        assertThat(mark.get("type").asText()).isEqualTo("BOOKMARK");
        assertThat(mark.at("/object/kind").asText()).isEqualTo("ConfigMap");
    }

    @Test
    void timeoutEndsItInOrder() {
        Rest.Watch watch = rest.watch(WATCH + "&timeoutSeconds=1&resourceVersion=" + cluster.resourceVersion());
        assertThat(watch.nextName()).isEqualTo("END");
    }

    @Test
    void forgottenVersionGetsAnErrorEventWith410() {
        String version = createConfigMap("a", "").text("/metadata/resourceVersion");
        for (int i = 0; i < 20; i++)
            createConfigMap("m" + i, "");
        Rest.Watch watch = rest.watch(WATCH + "&resourceVersion=" + version);
        JsonNode error = watch.next();
        assertThat(error.get("type").asText()).isEqualTo("ERROR");
        assertThat(error.at("/object/code").asInt()).isEqualTo(410);
        assertThat(error.at("/object/reason").asText()).isEqualTo("Expired");
        assertThat(watch.nextName()).isEqualTo("END");
    }

    @Test
    void expiredHistoryEndsOpenWatchesWith410() {
        Rest.Watch watch = rest.watch(WATCH);
        Await.until("open", () -> cluster.openWatches() == 1);
        cluster.expireHistory();
        assertThat(watch.next().at("/object/code").asInt()).isEqualTo(410);
    }

    @Test
    void initialEventsEndWithAMarkedBookmark() {
        createConfigMap("a", "");
        Rest.Watch watch = rest.watch(WATCH
                + "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&resourceVersion=0");
        assertThat(watch.nextName()).isEqualTo("ADDED a");
        JsonNode mark = watch.next();
        assertThat(mark.get("type").asText()).isEqualTo("BOOKMARK");
        assertThat(mark.at("/object/metadata/annotations").get("k8s.io/initial-events-end").asText()).isEqualTo("true");
        assertThat(rest.get(WATCH + "&sendInitialEvents=true").text("/reason")).isEqualTo("Invalid");
    }

    @Test
    void tablesCanBeWatched() {
        createConfigMap("a", "");
        Rest.Watch watch = rest.watch(WATCH, "Accept", "application/json;as=Table;v=v1;g=meta.k8s.io");
        JsonNode event = watch.next();
        assertThat(event.at("/object/kind").asText()).isEqualTo("Table");
        assertThat(event.at("/object/rows/0/cells/0").asText()).isEqualTo("a");
    }

    @Test
    void forcedEndsLookAsAsked() {
        createConfigMap("a", "");
        for (Watches.End how : Watches.End.values()) {
            Rest.Watch watch = rest.watch(WATCH);
            // After the first event, the client does not repeat the request when the connection is cut.
            assertThat(watch.nextName()).isEqualTo("ADDED a");
            assertThat(cluster.endWatches("services", how)).isZero();
            assertThat(cluster.endWatches("configmaps", how)).isEqualTo(1);
            String expected = switch (how) {
                case CLOSED -> "END";
                case CUT -> "BROKEN";
                case EXPIRED -> "ERROR";
            };
            assertThat(watch.nextName()).isEqualTo(expected);
            Await.until("gone", () -> cluster.openWatches() == 0);
        }
    }
}
