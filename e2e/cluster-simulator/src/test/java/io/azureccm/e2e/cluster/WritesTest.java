package io.azureccm.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.ClusterOptions.Feature;
import io.azureccm.e2e.cluster.json.Json;

class WritesTest extends ClusterCase {

    @Test
    void createFillsWhatTheServerOwns() {
        Rest.Answer created = createService("web", "ports: [{port: 80}]");
        assertThat(created.code()).isEqualTo(201);
        assertThat(created.text("/metadata/uid")).hasSize(36);
        assertThat(created.text("/metadata/creationTimestamp")).endsWith("Z");
        assertThat(created.text("/metadata/resourceVersion")).isEqualTo(Long.toString(cluster.resourceVersion()));
        assertThat(created.text("/kind") + created.text("/apiVersion")).isEqualTo("Servicev1");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "a name twice           | /api/v1/namespaces/default/configmaps | {metadata: {name: taken}}                   | 409 | AlreadyExists",
            "no such namespace      | /api/v1/namespaces/none/configmaps    | {metadata: {name: a}}                       | 404 | NotFound",
            "another namespace      | /api/v1/namespaces/default/configmaps | {metadata: {name: a, namespace: other}}     | 400 | BadRequest",
            "another kind           | /api/v1/namespaces/default/configmaps | {apiVersion: v1, kind: Secret, metadata: {name: a}} | 400 | BadRequest",
            "no name                | /api/v1/namespaces/default/configmaps | {metadata: {}}                              | 422 | Invalid",
            "a bad name             | /api/v1/namespaces/default/configmaps | {metadata: {name: A_B}}                     | 422 | Invalid",
            "a bad label            | /api/v1/namespaces/default/configmaps | {metadata: {name: a, labels: {a b: c}}}     | 422 | Invalid",
            "a service name with a dash first | /api/v1/namespaces/default/services | {metadata: {name: -a}, spec: {ports: [{port: 1}]}} | 422 | Invalid",
            "a string for a number  | /api/v1/namespaces/default/services   | {metadata: {name: a}, spec: {ports: [{port: x}]}} | 400 | BadRequest",
            "no namespace in the path | /api/v1/configmaps                  | {metadata: {name: a}}                       | 405 | MethodNotAllowed",
            "a resource nobody serves | /api/v1/namespaces/default/gadgets  | {metadata: {name: a}}                       | 404 | NotFound",
            "a group nobody serves  | /apis/none.io/v1/things               | {metadata: {name: a}}                       | 404 | NotFound"})
    void refusesToCreate(String what, String path, String body, int code, String reason) {
        createConfigMap("taken", "");
        Rest.Answer answer = rest.post(path, body);
        assertThat(answer.code()).as(what).isEqualTo(code);
        assertThat(answer.text("/kind")).isEqualTo("Status");
        assertThat(answer.text("/status")).isEqualTo("Failure");
        assertThat(answer.text("/reason")).isEqualTo(reason);
        assertThat(answer.text("/code")).isEqualTo(Integer.toString(code));
    }

    @Test
    void brokenJsonIsABadRequest() {
        assertThat(rest.send("POST", CONFIGMAPS, "application/json", "{".getBytes()).text("/reason"))
                .isEqualTo("BadRequest");
        assertThat(rest.send("POST", CONFIGMAPS, "text/plain", "{}".getBytes()).text("/reason"))
                .isEqualTo("UnsupportedMediaType");
    }

    @Test
    void newNodesAreTaintedOnceWhereAdmissionIsAskedFor() throws IOException {
        try (ClusterSimulator tainting = ClusterSimulator.start(ClusterOptions.defaults().with(Feature.NODE_TAINTS));
                Rest there = new Rest(tainting)) {
            String taint = "{key: node.kubernetes.io/not-ready, effect: NoSchedule}";
            there.post(NODES, "{metadata: {name: plain}}");
            there.post(NODES, "{metadata: {name: tainted}, spec: {taints: [" + taint + "]}}");

            assertThat(tainting.list("nodes", "")).hasSize(2)
                    .allSatisfy(node -> assertThat(node.at("/spec/taints").findValuesAsText("key"))
                            .containsExactly("node.kubernetes.io/not-ready"));
        }
        rest.post(NODES, "{metadata: {name: plain}}");
        assertThat(cluster.get("nodes", "", "plain").orElseThrow().at("/spec/taints")).isEmpty();
    }

    @Test
    void generatedNamesDiffer() {
        Rest.Answer first = rest.post(CONFIGMAPS, "{metadata: {generateName: a-}}");
        Rest.Answer second = rest.post(CONFIGMAPS, "{metadata: {generateName: a-}}");
        assertThat(first.text("/metadata/name")).startsWith("a-")
                .hasSize(7)
                .isNotEqualTo(second.text("/metadata/name"));
    }

    @Test
    void unknownFieldsAreDroppedReportedOrRefused() {
        String body = "{metadata: {name: web}, spec: {ports: [{port: 80, prot: x}]}}";
        Rest.Answer strict = rest.post(SERVICES + "?fieldValidation=Strict", body);
        assertThat(strict.code()).isEqualTo(400);
        assertThat(strict.text("/message")).isEqualTo("strict decoding error: unknown field \"spec.ports[0].prot\"");
        Rest.Answer warned = rest.post(SERVICES, body);
        assertThat(warned.code()).isEqualTo(201);
        assertThat(warned.raw().headers().firstValue("Warning").orElse("")).contains("unknown field")
                .contains("spec.ports[0].prot");
        assertThat(warned.body().at("/spec/ports/0").has("prot")).isFalse();
    }

    @Test
    void timesAreSpelledAsTheServerSpellsThem() {
        cluster.apply(
                "{apiVersion: v1, kind: Node, metadata: {name: n}, status: {conditions: [{type: Ready, status: 'True', lastTransitionTime: '2026-01-01T01:00:00.123+01:00'}]}}");
        assertThat(cluster.get("no", "", "n").orElseThrow().at("/status/conditions/0/lastTransitionTime").asText())
                .isEqualTo("2026-01-01T00:00:00Z");
        cluster.apply(
                "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: l}, spec: {renewTime: '2026-01-01T00:00:00.123456789Z'}}");
        assertThat(cluster.get("leases", "default", "l").orElseThrow().at("/spec/renewTime").asText())
                .isEqualTo("2026-01-01T00:00:00.123456Z");
        assertThat(rest.patch(NODES + "/n/status", Rest.MERGE,
                "{status: {conditions: [{type: Ready, lastTransitionTime: noon}]}}").code()).isEqualTo(400);
    }

    @Test
    void directApplyKeepsWhatOthersHaveSet() {
        String web = "{apiVersion: v1, kind: Service, metadata: {name: web, annotations: {%s}}, spec: {type: LoadBalancer, ports: [{port: 80}]}}";
        cluster.apply(web.formatted("a: x, b: x"));
        cluster.patch("svc", "default", "web", Json.parse("{metadata: {finalizers: [x.io/f]}}"));
        ObjectNode after = cluster.apply(web.formatted("b: y"));
        assertThat(after.at("/metadata/annotations").toString()).isEqualTo("{\"b\":\"y\"}");
        assertThat(after.at("/metadata/finalizers/0").asText()).isEqualTo("x.io/f");
    }

    @Test
    void updateFromAnOldCopyConflicts() {
        ObjectNode old = (ObjectNode) createConfigMap("a", "").body();
        assertThat(rest.put(CONFIGMAPS + "/a", old.deepCopy().set("data", Json.parse("{k: v}"))).code()).isEqualTo(200);
        Rest.Answer stale = rest.put(CONFIGMAPS + "/a", old.deepCopy().set("data", Json.parse("{k: w}")));
        assertThat(stale.code()).isEqualTo(409);
        assertThat(stale.text("/reason")).isEqualTo("Conflict");
        assertThat(stale.text("/details/name") + " " + stale.text("/details/kind")).isEqualTo("a configmaps");
        assertThat(stale.text("/message"))
                .startsWith("Operation cannot be fulfilled on configmaps \"a\": the object has been modified");
        old.withObject("/metadata").remove("resourceVersion");
        assertThat(rest.put(CONFIGMAPS + "/a", old).code()).isEqualTo(200);
    }

    @Test
    void patchWithAnOldVersionInItConflicts() {
        String version = createConfigMap("a", "").text("/metadata/resourceVersion");
        rest.patch(CONFIGMAPS + "/a", Rest.MERGE, "{data: {k: v}}");
        String body = "{metadata: {resourceVersion: '" + version + "'}, data: {k: w}}";
        assertThat(rest.patch(CONFIGMAPS + "/a", Rest.STRATEGIC, body).text("/reason")).isEqualTo("Conflict");
        assertThat(rest.patch(CONFIGMAPS + "/a", Rest.MERGE, "{metadata: {uid: other}}").text("/reason"))
                .isEqualTo("Conflict");
    }

    @Test
    void writeThatChangesNothingMakesNoVersion() {
        String version = createConfigMap("a", "x: y").text("/metadata/resourceVersion");
        Rest.Answer same = rest.patch(CONFIGMAPS + "/a", Rest.MERGE, "{metadata: {labels: {x: y}}}");
        assertThat(same.text("/metadata/resourceVersion")).isEqualTo(version);
        assertThat(cluster.resourceVersion()).isEqualTo(Long.parseLong(version));
    }

    @Test
    void leaseNeedsAVersionToBeReplacedAndIsCreatedByPut() {
        String path = "/apis/coordination.k8s.io/v1/namespaces/default/leases/l";
        ObjectNode lease = Json.parse("{metadata: {name: l}, spec: {holderIdentity: a, leaseDurationSeconds: 15}}");
        assertThat(rest.put(path, lease).code()).isEqualTo(201);
        Rest.Answer blind = rest.put(path, lease);
        assertThat(blind.code()).isEqualTo(422);
        assertThat(blind.text("/details/causes/0/field")).isEqualTo("metadata.resourceVersion");
        assertThat(rest.put(CONFIGMAPS + "/none", Json.parse("{metadata: {name: none}}")).code()).isEqualTo(404);
    }

    @Test
    void mainPathIgnoresStatusAndStatusPathIgnoresSpec() {
        createService("web", "type: LoadBalancer, ports: [{port: 80}]");
        String both = "{metadata: {labels: {at: %s}}, spec: {sessionAffinity: ClientIP}, status: {loadBalancer: {ingress: [{ip: 1.2.3.4}]}}}";
        JsonNode main = rest.patch(SERVICES + "/web", Rest.MERGE, both.formatted("main")).body();
        assertThat(main.at("/spec/sessionAffinity").asText()).isEqualTo("ClientIP");
        assertThat(main.at("/status/loadBalancer")).isEqualTo(Json.object());
        String other = both.formatted("status").replace("ClientIP", "None");
        JsonNode status = rest.patch(SERVICES + "/web/status", Rest.MERGE, other).body();
        assertThat(status.at("/spec/sessionAffinity").asText()).isEqualTo("ClientIP");
        assertThat(status.at("/status/loadBalancer/ingress/0/ip").asText()).isEqualTo("1.2.3.4");
        assertThat(status.at("/metadata/labels/at").asText()).isEqualTo("status");
    }

    @Test
    void finalizerIsAddedAndRemovedThroughTheStatusPath() {
        createService("web", "type: LoadBalancer, ports: [{port: 80}]");
        rest.patch(SERVICES + "/web/status", Rest.STRATEGIC,
                "{metadata: {finalizers: [service.kubernetes.io/load-balancer-cleanup]}}");
        Rest.Answer marked = rest.delete(SERVICES + "/web");
        assertThat(marked.text("/kind")).isEqualTo("Service");
        assertThat(marked.text("/metadata/deletionTimestamp")).endsWith("Z");
        assertThat(rest.get(SERVICES + "/web").code()).isEqualTo(200);
        assertThat(rest.delete(SERVICES + "/web").text("/metadata/resourceVersion"))
                .isEqualTo(marked.text("/metadata/resourceVersion"));
        Rest.Answer last = rest.patch(SERVICES + "/web/status", Rest.STRATEGIC,
                "{metadata: {$deleteFromPrimitiveList/finalizers: [service.kubernetes.io/load-balancer-cleanup]}}");
        assertThat(last.code()).isEqualTo(200);
        assertThat(rest.get(SERVICES + "/web").code()).isEqualTo(404);
    }

    @Test
    void dyingObjectTakesNoNewFinalizers() {
        rest.post(CONFIGMAPS, "{metadata: {name: a, finalizers: [x.io/one]}}");
        rest.delete(CONFIGMAPS + "/a");
        Rest.Answer refused = rest.patch(CONFIGMAPS + "/a", Rest.STRATEGIC, "{metadata: {finalizers: [x.io/two]}}");
        assertThat(refused.code()).isEqualTo(422);
        assertThat(refused.text("/details/causes/0/reason")).isEqualTo("FieldValueForbidden");
    }

    @Test
    void deletionAnswersWithADetailedStatusAndHonoursPreconditions() {
        String uid = createConfigMap("a", "").text("/metadata/uid");
        assertThat(rest.delete(CONFIGMAPS + "/a", "{preconditions: {uid: other}}").text("/reason"))
                .isEqualTo("Conflict");
        assertThat(rest.delete(CONFIGMAPS + "/a", "{preconditions: {resourceVersion: '1'}}").text("/reason"))
                .isEqualTo("Conflict");
        Rest.Answer gone = rest.delete(CONFIGMAPS + "/a",
                "{kind: DeleteOptions, apiVersion: v1, propagationPolicy: Foreground, preconditions: {uid: " + uid
                        + "}}");
        assertThat(gone.text("/status")).isEqualTo("Success");
        assertThat(gone.text("/details/uid")).isEqualTo(uid);
        assertThat(rest.delete(CONFIGMAPS + "/a").text("/reason")).isEqualTo("NotFound");
    }

    @Test
    void collectionIsDeletedBySelector() {
        createConfigMap("a", "x: y");
        createConfigMap("b", "x: z");
        assertThat(rest.delete(CONFIGMAPS + "?labelSelector=x=y").names()).containsExactly("a");
        assertThat(rest.get(CONFIGMAPS).names()).containsExactly("b");
    }

    @Test
    void generationCountsSpecChangesOnlyWhereTheKindHasOne() {
        String path = "/apis/apps/v1/namespaces/default/deployments";
        assertThat(rest.post(path, "{metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, template: {}}}")
                .text("/metadata/generation")).isEqualTo("1");
        assertThat(rest.patch(path + "/d", Rest.MERGE, "{metadata: {labels: {a: b}}}").text("/metadata/generation"))
                .isEqualTo("1");
        assertThat(rest.patch(path + "/d", Rest.MERGE, "{spec: {replicas: 3}}").text("/metadata/generation"))
                .isEqualTo("2");
        assertThat(rest.patch(path + "/d/status", Rest.MERGE, "{status: {replicas: 3}}").text("/metadata/generation"))
                .isEqualTo("2");
        assertThat(createService("web", "ports: [{port: 80}]").body().at("/metadata").has("generation")).isFalse();
    }

    @Test
    void dryRunLeavesNothingBehind() {
        long before = cluster.resourceVersion();
        assertThat(rest
                .post(SERVICES + "?dryRun=All", "{metadata: {name: web}, spec: {type: NodePort, ports: [{port: 80}]}}")
                .code()).isEqualTo(201);
        assertThat(rest.get(SERVICES + "/web").code()).isEqualTo(404);
        createConfigMap("a", "");
        assertThat(rest.patch(CONFIGMAPS + "/a?dryRun=All", Rest.MERGE, "{data: {k: v}}").text("/data/k"))
                .isEqualTo("v");
        assertThat(rest.delete(CONFIGMAPS + "/a?dryRun=All").code()).isEqualTo(200);
        assertThat(cluster.resourceVersion()).isEqualTo(before + 1);
    }

    @Test
    void namespaceTakesItsContentsAndWaitsForFinalizers() {
        rest.post("/api/v1/namespaces", "{metadata: {name: team}}");
        rest.post("/api/v1/namespaces/team/configmaps", "{metadata: {name: plain}}");
        rest.post("/api/v1/namespaces/team/configmaps", "{metadata: {name: held, finalizers: [x.io/f]}}");
        assertThat(rest.delete("/api/v1/namespaces/team").text("/status/phase")).isEqualTo("Terminating");
        assertThat(rest.get("/api/v1/namespaces/team/configmaps").names()).containsExactly("held");
        Rest.Answer late = rest.post("/api/v1/namespaces/team/configmaps", "{metadata: {name: late}}");
        assertThat(late.code() + late.text("/reason")).isEqualTo("403Forbidden");
        rest.patch("/api/v1/namespaces/team/configmaps/held", Rest.MERGE, "{metadata: {finalizers: null}}");
        assertThat(rest.get("/api/v1/namespaces/team").code()).isEqualTo(404);
        assertThat(rest.delete("/api/v1/namespaces/default").code()).isEqualTo(403);
    }

    @Test
    void failingJsonPatchTestIs422AndUnknownPatchTypeIs415() {
        createConfigMap("a", "");
        Rest.Answer failed = rest.patch(CONFIGMAPS + "/a", Rest.JSON_PATCH,
                "[{op: test, path: /metadata/name, value: b}]");
        assertThat(failed.code() + failed.text("/reason")).isEqualTo("422Invalid");
        assertThat(rest.patch(CONFIGMAPS + "/a", "application/odd", "{}").text("/reason"))
                .isEqualTo("UnsupportedMediaType");
        assertThat(rest.patch(CONFIGMAPS + "/a", Rest.MERGE, "{metadata: {name: b}}").text("/reason"))
                .isEqualTo("BadRequest");
    }
}
