package io.azureccm.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessTest extends ClusterCase {
    private String token;

    private void grant(String rules) {
        cluster.apply("{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: r}, rules: ["
                + rules + "]}");
        cluster.apply(
                "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: b}, roleRef: {kind: ClusterRole, name: r}, "
                        + "subjects: [{kind: ServiceAccount, namespace: kube-system, name: bot}]}");
        token = cluster.access().serviceAccountToken("kube-system", "bot");
    }

    private Rest.Answer asBot(String method, String path) {
        byte[] body = method.equals("GET") ? null : "{}".getBytes();
        return rest.send(method, path, method.equals("PATCH") ? Rest.MERGE : "application/json", body, "Authorization",
                "Bearer " + token);
    }

    @Test
    void unknownTokenIsUnauthorizedAndNoTokenIsTheAdministrator() {
        assertThat(rest.get(SERVICES, "Authorization", "Bearer wrong").text("/reason")).isEqualTo("Unauthorized");
        assertThat(rest.get(SERVICES, "Authorization", "Bearer " + cluster.token()).code()).isEqualTo(200);
        assertThat(rest.get(SERVICES).code()).isEqualTo(200);
        token = cluster.access().serviceAccountToken("a", "b");
        cluster.access().revoke(token);
        assertThat(asBot("GET", SERVICES).code()).isEqualTo(401);
    }

    @ParameterizedTest(name = "{0} {1} -> {2}")
    @CsvSource({"GET,/api/v1/services,200", "GET,/api/v1/services?watch=true&timeoutSeconds=1,403",
            "PATCH,/api/v1/namespaces/default/services/kubernetes/status,200",
            "PATCH,/api/v1/namespaces/default/services/kubernetes,403",
            "GET,/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication,200",
            "GET,/api/v1/namespaces/kube-system/configmaps/other,403", "DELETE,/api/v1/nodes/n,403",
            "GET,/apis/coordination.k8s.io/v1/leases,403", "GET,/version,200"})
    void serviceAccountMayDoWhatItsRolesSay(String method, String path, int code) {
        grant("{apiGroups: [''], resources: [services], verbs: [get, list]}, {apiGroups: [''], resources: [services/status], verbs: [patch]}, "
                + "{apiGroups: [''], resources: [configmaps], resourceNames: [extension-apiserver-authentication], verbs: ['*']}");
        Rest.Answer answer = asBot(method, path);
        assertThat(answer.code()).isEqualTo(code);
        if (code == 403) {
            assertThat(answer.text("/reason")).isEqualTo("Forbidden");
            assertThat(answer.text("/message")).contains("User \"system:serviceaccount:kube-system:bot\" cannot");
        }
    }

    @Test
    void roleBindingHoldsInItsNamespaceOnly() {
        cluster.apply(
                "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: r}, rules: [{apiGroups: [''], resources: ['*'], verbs: [list]}]}");
        cluster.apply(
                "{apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: b}, roleRef: {kind: Role, name: r}, subjects: [{kind: Group, name: 'system:serviceaccounts:kube-system'}]}");
        token = cluster.access().serviceAccountToken("kube-system", "bot");
        assertThat(asBot("GET", SERVICES).code()).isEqualTo(200);
        assertThat(asBot("GET", "/api/v1/services").code()).isEqualTo(403);
        assertThat(asBot("GET", "/api/v1/namespaces/kube-public/services").code()).isEqualTo(403);
    }

    @Test
    void reviewsAnswerFromTheSameRules() {
        grant("{apiGroups: [''], resources: [services], verbs: [get]}");
        String review = "{spec: {user: 'system:serviceaccount:kube-system:bot', resourceAttributes: {verb: %s, resource: services, namespace: default}}}";
        String path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
        assertThat(rest.post(path, review.formatted("get")).text("/status/allowed")).isEqualTo("true");
        assertThat(rest.post(path, review.formatted("delete")).text("/status/allowed")).isEqualTo("false");
        assertThat(rest.post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                "{spec: {resourceAttributes: {verb: delete, resource: nodes}}}").text("/status/allowed"))
                .isEqualTo("true");
        Rest.Answer known = rest.post("/apis/authentication.k8s.io/v1/tokenreviews", "{spec: {token: " + token + "}}");
        assertThat(known.text("/status/authenticated") + known.text("/status/user/username"))
                .isEqualTo("truesystem:serviceaccount:kube-system:bot");
        assertThat(rest.post("/apis/authentication.k8s.io/v1/tokenreviews", "{spec: {token: x}}")
                .text("/status/authenticated")).isEqualTo("false");
        assertThat(rest.get(path).code()).isEqualTo(405);
    }

    @Test
    void requestedTokenWorks() {
        grant("{apiGroups: [''], resources: [services], verbs: [list]}");
        token = rest.post("/api/v1/namespaces/kube-system/serviceaccounts/bot/token", "{spec: {expirationSeconds: 60}}")
                .text("/status/token");
        assertThat(asBot("GET", SERVICES).code()).isEqualTo(200);
        assertThat(asBot("GET", NODES).code()).isEqualTo(403);
    }

    @Test
    void tokenOfAPodNamesItsNode() {
        cluster.apply("{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: kube-system}, spec: {nodeName: n1, "
                + "serviceAccountName: bot, containers: [{name: c, image: i}]}}");
        String path = "/api/v1/namespaces/kube-system/serviceaccounts/%s/token";
        String bound = "{spec: {boundObjectRef: {kind: Pod, apiVersion: v1, name: %s}}}";
        token = rest.post(path.formatted("bot"), bound.formatted("p")).text("/status/token");

        Rest.Answer known = rest.post("/apis/authentication.k8s.io/v1/tokenreviews", "{spec: {token: " + token + "}}");
        assertThat(known.text("/status/user/extra/authentication.kubernetes.io~1node-name/0")).isEqualTo("n1");
        assertThat(known.text("/status/user/extra/authentication.kubernetes.io~1pod-name/0")).isEqualTo("p");
        assertThat(rest.post(path.formatted("bot"), bound.formatted("none")).code()).isEqualTo(404);
        assertThat(rest.post(path.formatted("other"), bound.formatted("p")).code()).isEqualTo(404);
    }

    @Test
    void administratorCanSpeakForOthers() {
        assertThat(rest.get(SERVICES, "Impersonate-User", "jane").code()).isEqualTo(403);
        grant("{apiGroups: [''], resources: [services], verbs: [list]}");
        assertThat(rest.get(SERVICES, "Impersonate-User", "system:serviceaccount:kube-system:bot").code())
                .isEqualTo(200);
        assertThat(rest.get(SERVICES, "Authorization", "Bearer " + token, "Impersonate-User", "jane").text("/message"))
                .contains("cannot impersonate");
    }
}
