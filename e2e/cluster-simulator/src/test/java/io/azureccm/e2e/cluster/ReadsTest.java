package io.azureccm.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import io.azureccm.e2e.cluster.json.Json;

class ReadsTest extends ClusterCase {
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', value = {"labelSelector=app=web | a", "labelSelector=app==web | a",
            "labelSelector=app!=web | b c",
            "labelSelector=app | a b", "labelSelector=!app | c", "labelSelector=app in (web,db) | a b",
            "labelSelector=app notin (web) | b c",
            "labelSelector=app,tier=1 | b", "fieldSelector=metadata.name=b | b", "fieldSelector=metadata.name!=b | a c",
            "fieldSelector=metadata.namespace=default,metadata.name=c | c",
            "fieldSelector=metadata.namespace=other | ''"})
    void selectorsChooseTheObjectsThatAreListed(String query, String names) {
        createConfigMap("a", "app: web");
        createConfigMap("b", "app: db, tier: '1'");
        createConfigMap("c", "tier: '2'");
        assertThat(String.join(" ", rest.get(CONFIGMAPS + "?" + query).names())).isEqualTo(names.replace("''", ""));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"fieldSelector=spec.nonsense=1", "fieldSelector=nonsense", "labelSelector=a in (b", "labelSelector=a b",
            "limit=x"})
    void wrongSelectorsAreBadRequests(String query) {
        assertThat(rest.get(CONFIGMAPS + "?" + query).text("/reason")).isEqualTo("BadRequest");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"involvedObject.name=web,1", "involvedObject.kind=Node,1", "reason=Done,2", "type=Warning,1",
            "involvedObject.uid=u1,1",
            "involvedObject.name=none,0"})
    void eventsAreFoundByWhatTheyAreAbout(String selector, int count) {
        rest.post("/api/v1/namespaces/default/events",
                "{metadata: {name: e1}, involvedObject: {kind: Service, name: web, uid: u1, namespace: default}, reason: Done, type: Normal}");
        rest.post("/api/v1/namespaces/default/events",
                "{metadata: {name: e2}, involvedObject: {kind: Node, name: n}, reason: Done, type: Warning}");
        assertThat(rest.get("/api/v1/events?fieldSelector=" + selector).names()).hasSize(count);
    }

    @Test
    void eventsAreOneStoreInTwoForms() {
        String group = "/apis/events.k8s.io/v1/namespaces/default/events";
        Rest.Answer made = rest.post(group,
                "{metadata: {name: e}, regarding: {kind: Service, name: web, namespace: default}, reason: R, note: hello, "
                        + "type: Normal, eventTime: '2026-01-01T00:00:00.000000Z', reportingController: c, reportingInstance: i, action: a}");
        assertThat(made.code()).isEqualTo(201);
        assertThat(made.text("/note") + made.text("/apiVersion")).isEqualTo("helloevents.k8s.io/v1");
        Rest.Answer core = rest.get("/api/v1/namespaces/default/events/e");
        assertThat(core.text("/message") + core.text("/involvedObject/name") + core.text("/reportingComponent"))
                .isEqualTo("hellowebc");
        assertThat(rest.get(group + "?fieldSelector=regarding.name=web").names()).containsExactly("e");
        Rest.Answer misplaced = rest.post("/api/v1/namespaces/kube-public/events",
                "{metadata: {name: e}, involvedObject: {namespace: default}}");
        assertThat(misplaced.text("/details/causes/0/field")).isEqualTo("involvedObject.namespace");
    }

    @Test
    void pagesShowOneConsistentState() {
        for (String name : List.of("a", "b", "c", "d", "e"))
            createConfigMap(name, "");
        List<String> seen = new ArrayList<>();
        Rest.Answer page = rest.get(CONFIGMAPS + "?limit=2");
        String version = page.text("/metadata/resourceVersion");
        assertThat(page.text("/metadata/remainingItemCount")).isEqualTo("3");
        cluster.delete("cm", "default", "d");
        createConfigMap("cc", "");
        seen.addAll(page.names());
        while (!page.text("/metadata/continue").isEmpty()) {
            page = rest.get(CONFIGMAPS + "?limit=2&continue=" + page.text("/metadata/continue"));
            assertThat(page.text("/metadata/resourceVersion")).isEqualTo(version);
            seen.addAll(page.names());
        }
        assertThat(seen).containsExactly("a", "b", "c", "d", "e");
        assertThat(rest.get(CONFIGMAPS).names()).containsExactly("a", "b", "c", "cc", "e");
    }

    @Test
    void continueTokenExpiresWithTheHistory() {
        createConfigMap("a", "");
        createConfigMap("b", "");
        String token = rest.get(CONFIGMAPS + "?limit=1").text("/metadata/continue");
        cluster.expireHistory();
        Rest.Answer expired = rest.get(CONFIGMAPS + "?limit=1&continue=" + token);
        assertThat(expired.code() + expired.text("/reason")).isEqualTo("410Expired");
        assertThat(rest.get(CONFIGMAPS + "?continue=rubbish").text("/reason")).isEqualTo("BadRequest");
    }

    @Test
    void exactVersionShowsThePast() {
        String version = createConfigMap("a", "").text("/metadata/resourceVersion");
        createConfigMap("b", "");
        assertThat(rest.get(CONFIGMAPS + "?resourceVersionMatch=Exact&resourceVersion=" + version).names())
                .containsExactly("a");
        assertThat(rest.get(CONFIGMAPS + "?resourceVersionMatch=NotOlderThan&resourceVersion=" + version).names())
                .containsExactly("a", "b");
        assertThat(rest.get(CONFIGMAPS + "?resourceVersion=0").names()).containsExactly("a", "b");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"resourceVersion=x,422,Invalid", "resourceVersion=999999,504,Timeout",
            "resourceVersionMatch=Exact,422,Invalid",
            "resourceVersionMatch=Exact&resourceVersion=0,422,Invalid"})
    void wrongVersionsAreRefused(String query, int code, String reason) {
        Rest.Answer answer = rest.get(CONFIGMAPS + "?" + query);
        assertThat(answer.code() + answer.text("/reason")).isEqualTo(code + reason);
    }

    @Test
    void listsSpanNamespacesAndCarryTheirKind() {
        createConfigMap("a", "");
        rest.post("/api/v1/namespaces/kube-public/configmaps", "{metadata: {name: b}}");
        Rest.Answer all = rest.get("/api/v1/configmaps");
        assertThat(all.names()).contains("a", "b");
        assertThat(all.text("/kind") + all.text("/metadata/resourceVersion"))
                .isEqualTo("ConfigMapList" + cluster.resourceVersion());
    }

    @Test
    void tableHasTheColumnsOfTheKind() {
        createService("web",
                "type: LoadBalancer, ports: [{port: 80}, {port: 53, protocol: UDP, name: b, nodePort: 30053}]"
                        .replace("{port: 80}", "{port: 80, name: a, nodePort: 30080}"));
        cluster.patchStatus("services", "default", "web",
                Json.parse("{loadBalancer: {ingress: [{ip: 20.0.0.1}, {ip: 'fd00::1'}]}}"));
        Rest.Answer table = rest.get(SERVICES + "/web", "Accept", TABLE);
        assertThat(table.text("/kind")).isEqualTo("Table");
        List<String> columns = new ArrayList<>();
        table.body().get("columnDefinitions").forEach(column -> columns.add(column.get("name").asText()));
        assertThat(columns).containsExactly("Name", "Type", "Cluster-IP", "External-IP", "Port(s)", "Age", "Selector");
        JsonNode cells = table.body().at("/rows/0/cells");
        assertThat(cells.get(3).asText()).isEqualTo("20.0.0.1,fd00::1");
        assertThat(cells.get(4).asText()).isEqualTo("80:30080/TCP,53:30053/UDP");
        assertThat(table.text("/rows/0/object/kind")).isEqualTo("PartialObjectMetadata");
    }

    @Test
    void metadataOnlyAndUnknownRepresentations() {
        createConfigMap("a", "");
        Rest.Answer partial = rest.get(CONFIGMAPS, "Accept",
                "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1");
        assertThat(partial.text("/kind") + partial.text("/items/0/kind"))
                .isEqualTo("PartialObjectMetadataListPartialObjectMetadata");
        assertThat(rest.get(CONFIGMAPS, "Accept", "application/vnd.kubernetes.protobuf,application/json").text("/kind"))
                .isEqualTo("ConfigMapList");
        assertThat(rest.get(CONFIGMAPS, "Accept", "application/vnd.kubernetes.protobuf").code()).isEqualTo(406);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"/version,/gitVersion,v1.32.0+simulated", "/api,/versions/0,v1",
            "/apis/apps,/preferredVersion/version,v1", "/apis/apps/v1,/kind,APIResourceList",
            "/api/v1,/groupVersion,v1", "/apis,/kind,APIGroupList", "/openapi/v3/api/v1,/openapi,3.0.0",
            "/nothing,/reason,NotFound", "/apis/none.io,/reason,NotFound"})
    void discoveryNamesTheResourcesOfEachGroup(String path, String pointer, String value) {
        assertThat(rest.get(path).text(pointer)).isEqualTo(value);
    }

    @Test
    void healthIsPlainText() {
        for (String path : List.of("/healthz", "/livez", "/readyz", "/readyz/ping")) {
            Rest.Answer health = rest.get(path + "?verbose");
            assertThat(health.code() + health.body().asText()).isEqualTo("200ok");
        }
    }
}
