package io.azureccm.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

class ServerSideApplyTest extends ClusterCase {
    private static final String WEB = "{apiVersion: v1, kind: Service, metadata: {name: web%s}, spec: {type: LoadBalancer, ports: [%s]}}";

    private Rest.Answer apply(String manager, String config, String... options) {
        return rest.patch(SERVICES + "/web?fieldManager=" + manager + String.join("", options), Rest.APPLY, config);
    }

    private static List<String> ports(Rest.Answer answer) {
        return answer.body().at("/spec/ports").findValuesAsText("port");
    }

    private List<String> managers() {
        JsonNode web = cluster.get("svc", "default", "web").orElseThrow();
        return List.copyOf(new TreeSet<>(web.at("/metadata/managedFields").findValuesAsText("manager")));
    }

    @Test
    void createsThenChangesThenLeavesAlone() {
        Rest.Answer created = apply("me", WEB.formatted("", "{port: 80}"));
        assertThat(created.code()).isEqualTo(201);
        Rest.Answer changed = apply("me", WEB.formatted("", "{port: 80, targetPort: 8080}"));
        assertThat(changed.code()).isEqualTo(200);
        assertThat(changed.text("/spec/ports/0/targetPort")).isEqualTo("8080");
        assertThat(changed.body().at("/spec/ports/0/nodePort")).isEqualTo(created.body().at("/spec/ports/0/nodePort"));
        Rest.Answer again = apply("me", WEB.formatted("", "{port: 80, targetPort: 8080}"));
        assertThat(again.text("/metadata/resourceVersion")).isEqualTo(changed.text("/metadata/resourceVersion"));
        assertThat(managers()).containsExactly("me");
    }

    @Test
    void dropsWhatItNoLongerSays() {
        apply("me", WEB.formatted(", labels: {a: x, b: y}", "{port: 80, name: a}, {port: 53, protocol: UDP, name: b}"));
        Rest.Answer after = apply("me", WEB.formatted(", labels: {b: y}", "{port: 80, name: a}"));
        assertThat(ports(after)).containsExactly("80");
        assertThat(after.body().at("/metadata/labels").toString()).isEqualTo("{\"b\":\"y\"}");
        assertThat(apply("me", WEB.formatted("", "{port: 80, name: a}")).body().at("/metadata").has("labels"))
                .isFalse();
    }

    @Test
    void keepsWhatOthersOwn() {
        apply("me", WEB.formatted("", "{port: 80, name: a}"));
        apply("you",
                "{apiVersion: v1, kind: Service, metadata: {name: web, labels: {yours: x}}, spec: {ports: [{port: 443, name: b}]}}");
        Rest.Answer after = apply("me", WEB.formatted(", labels: {mine: x}", "{port: 80, name: a}"));
        assertThat(ports(after)).containsExactlyInAnyOrder("80", "443");
        assertThat(after.text("/metadata/labels/yours")).isEqualTo("x");
        assertThat(managers()).containsExactly("me", "you");
    }

    @Test
    void otherManagersFieldsAreAConflictUnlessForced() {
        apply("me", WEB.formatted("", "{port: 80, targetPort: 1}"));
        rest.patch(SERVICES + "/web?fieldManager=you", Rest.STRATEGIC, "{spec: {ports: [{port: 80, targetPort: 2}]}}");
        Rest.Answer refused = apply("me", WEB.formatted("", "{port: 80, targetPort: 1}"));
        assertThat(refused.code() + refused.text("/reason")).isEqualTo("409Conflict");
        assertThat(refused.text("/message")).isEqualTo(
                "Apply failed with 1 conflict: conflict with \"you\" using v1: .spec.ports[port=80,protocol=\"TCP\"].targetPort");
        assertThat(refused.text("/details/causes/0/reason")).isEqualTo("FieldManagerConflict");
        Rest.Answer forced = apply("me", WEB.formatted("", "{port: 80, targetPort: 1}"), "&force=true");
        assertThat(forced.text("/spec/ports/0/targetPort")).isEqualTo("1");
        assertThat(apply("you", WEB.formatted("", "{port: 80, targetPort: 3}")).code()).isEqualTo(409);
    }

    @Test
    void sameValueIsSharedWithoutConflict() {
        apply("me", WEB.formatted("", "{port: 80}"));
        assertThat(apply("you", WEB.formatted("", "{port: 80}")).code()).isEqualTo(200);
        Rest.Answer left = apply("me", "{apiVersion: v1, kind: Service, metadata: {name: web}}");
        assertThat(ports(left)).containsExactly("80");
    }

    @Test
    void statusIsAppliedThroughItsOwnPath() {
        apply("me", WEB.formatted("", "{port: 80}"));
        String status = "{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {type: ClusterIP}, status: {conditions: [{type: Ok, status: 'True', reason: R, message: m, lastTransitionTime: '2026-01-01T00:00:00Z'}]}}";
        Rest.Answer after = rest.patch(SERVICES + "/web/status?fieldManager=ctrl&force=true", Rest.APPLY, status);
        assertThat(after.text("/status/conditions/0/type") + after.text("/spec/type")).isEqualTo("OkLoadBalancer");
        JsonNode entry = after.body().at("/metadata/managedFields/1");
        assertThat(entry.get("subresource").asText()).isEqualTo("status");
        assertThat(entry.get("fieldsV1").has("f:spec")).isFalse();
    }

    @Test
    void writesOfAllKindsAreNotedUnderTheirManager() {
        rest.send("POST", SERVICES, "application/json",
                "{\"metadata\":{\"name\":\"web\"},\"spec\":{\"ports\":[{\"port\":80}]}}".getBytes(), "User-Agent",
                "tool/1.0 (x)");
        JsonNode entry = rest.get(SERVICES + "/web").body().at("/metadata/managedFields/0");
        assertThat(entry.get("manager").asText() + entry.get("operation").asText()).isEqualTo("toolUpdate");
        assertThat(entry.get("fieldsV1").toString()).contains("k:{\\\"port\\\":80,\\\"protocol\\\":\\\"TCP\\\"}")
                .doesNotContain("clusterIP");
        rest.patch(SERVICES + "/web", Rest.MERGE, "{metadata: {managedFields: []}}");
        assertThat(rest.get(SERVICES + "/web").body().at("/metadata").has("managedFields")).isFalse();
    }

    @Test
    void wrongConfigurationsAreRefused() {
        assertThat(rest.patch(SERVICES + "/web", Rest.APPLY, WEB.formatted("", "{port: 80}"))
                .text("/details/causes/0/field")).isEqualTo("fieldManager");
        assertThat(apply("me", "{apiVersion: v1, kind: Secret, metadata: {name: web}}").code()).isEqualTo(400);
        assertThat(apply("me", WEB.formatted(", managedFields: [{manager: x}]", "{port: 80}")).code()).isEqualTo(400);
        assertThat(apply("me", WEB.formatted("", "{prot: 80}"), "&fieldValidation=Strict").text("/message"))
                .contains("unknown field");
    }
}
