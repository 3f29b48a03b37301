package io.azureccm.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.azureccm.e2e.cluster.ClusterOptions.Feature;
import io.azureccm.e2e.cluster.json.Json;

/** The real kubectl against the simulated API, without any flags that a real cluster would not need. */
@Timeout(600)
class KubectlTest extends KubectlFixture {
    @Test
    void appliesClientSide() throws IOException {
        assertThat(kubectl("apply", "-f", file("a.yaml", SERVICE))).isEqualTo("service/web created\n");
        assertThat(kubectl("apply", "-f", file("a.yaml", SERVICE))).isEqualTo("service/web unchanged\n");
        String changed = SERVICE.replace("port: 80,", "port: 81,").replaceAll("(?m)^  - \\{name: dns.*\n", "");
        assertThat(kubectl("apply", "-f", file("a.yaml", changed))).isEqualTo("service/web configured\n");
        assertThat(kubectl("get", "svc", "web", "-o", "jsonpath={.spec.ports[*].port}")).isEqualTo("81");
        assertThat(attempt("apply", "-f", file("b.yaml", SERVICE.replace("selector:", "selectr:"))).text())
                .contains("unknown field \"spec.selectr\"");
        kubectl("delete", "-f", folder.resolve("a.yaml").toString());
        assertThat(cluster.get("svc", "default", "web")).isEmpty();
    }

    @Test
    void trustsTheAuthorityOfItsKubeconfig() throws IOException {
        try (ClusterSimulator secure = ClusterSimulator.start(ClusterOptions.defaults().with(Feature.TLS))) {
            secure.writeKubeconfig(folder.resolve("config"));
            assertThat(kubectl("get", "namespaces")).contains("kube-system");
            assertThat(kubectl("auth", "whoami")).contains("system:admin");
        }
    }

    @Test
    void appliesServerSide() throws IOException {
        assertThat(kubectl("apply", "--server-side", "-f", file("a.yaml", SERVICE)))
                .isEqualTo("service/web serverside-applied\n");
        kubectl("patch", "svc", "web", "-p", "{\"spec\":{\"ports\":[{\"port\":80,\"targetPort\":1}]}}");
        Result conflict = attempt("apply", "--server-side", "-f", folder.resolve("a.yaml").toString());
        assertThat(conflict.text())
                .contains("conflict with \"kubectl-patch\" using v1: .spec.ports[port=80,protocol=\"TCP\"].targetPort");
        kubectl("apply", "--server-side", "--force-conflicts", "-f", folder.resolve("a.yaml").toString());
        assertThat(kubectl("get", "svc", "web", "-o", "jsonpath={.spec.ports[0].targetPort}")).isEqualTo("8080");
    }

    @Test
    void clientSideAppliedObjectMovesToServerSide() throws IOException {
        kubectl("apply", "-f", file("a.yaml", SERVICE));
        String changed = SERVICE.replaceAll("(?m)^  - \\{name: dns.*\n", "");
        kubectl("apply", "--server-side", "-f", file("a.yaml", changed));
        assertThat(kubectl("get", "svc", "web", "-o", "jsonpath={.spec.ports[*].port}")).isEqualTo("80");
    }

    @Test
    void patchesEditsLabelsAndAnnotates() throws IOException {
        kubectl("create", "-f", file("a.yaml", SERVICE));
        kubectl("patch", "svc", "web", "-p", "{\"spec\":{\"ports\":[{\"port\":80,\"targetPort\":1}]}}");
        kubectl("patch", "svc", "web", "--type=merge", "-p", "{\"spec\":{\"sessionAffinity\":\"ClientIP\"}}");
        kubectl("patch", "svc", "web", "--type=json", "-p",
                "[{\"op\":\"replace\",\"path\":\"/spec/externalTrafficPolicy\",\"value\":\"Local\"}]");
        kubectl("patch", "svc", "web", "--subresource=status", "--type=merge", "-p",
                "{\"status\":{\"loadBalancer\":{\"ingress\":[{\"ip\":\"20.0.0.1\"}]}}}");
        kubectl("label", "svc", "web", "tier=front");
        kubectl("annotate", "svc", "web", "note=x");
        file("editor", "#!/bin/sh\nsed -i 's/tier: front/tier: back/' \"$1\"\n");
        assertThat(folder.resolve("editor").toFile().setExecutable(true)).isTrue();
        assertThat(kubectl("edit", "svc", "web")).isEqualTo("service/web edited\n");
        var web = cluster.get("svc", "default", "web").orElseThrow();
        assertThat(web.at("/spec/ports/0/targetPort").asInt()).isEqualTo(1);
        assertThat(web.at("/spec/sessionAffinity").asText() + web.at("/spec/externalTrafficPolicy").asText())
                .isEqualTo("ClientIPLocal");
        assertThat(web.at("/metadata/labels/tier").asText() + web.at("/metadata/annotations/note").asText())
                .isEqualTo("backx");
        assertThat(kubectl("get", "svc", "-l", "tier=back")).contains("EXTERNAL-IP").contains("20.0.0.1");
    }

    @Test
    void showsTablesYamlAndDescriptions() throws IOException {
        kubectl("create", "-f", file("a.yaml", SERVICE));
        assertThat(kubectl("get", "svc")).containsPattern("NAME +TYPE +CLUSTER-IP +EXTERNAL-IP +PORT\\(S\\) +AGE\n")
                .containsPattern("web +LoadBalancer +10\\.0\\.\\d+\\.\\d+ +<pending> +80:\\d+/TCP,53:\\d+/UDP");
        assertThat(kubectl("get", "svc", "web", "-o", "wide")).contains("SELECTOR").contains("app=web");
        assertThat(kubectl("get", "svc", "web", "-o", "yaml")).contains("ipFamilyPolicy: SingleStack")
                .doesNotContain("managedFields");
        cluster.apply(
                "{apiVersion: v1, kind: Event, metadata: {name: e}, type: Warning, reason: SyncFailed, message: no luck, count: 2, "
                        + "lastTimestamp: '2026-01-01T00:00:00Z', source: {component: ccm}, involvedObject: {apiVersion: v1, kind: Service, namespace: default, name: web, uid: "
                        + cluster.get("svc", "default", "web").orElseThrow().at("/metadata/uid").asText() + "}}");
        assertThat(kubectl("describe", "svc", "web")).contains("8080/TCP").contains("SyncFailed").contains("no luck");
        assertThat(kubectl("get", "events")).containsPattern("LAST SEEN +TYPE +REASON +OBJECT +MESSAGE")
                .containsPattern("Warning +SyncFailed +service/web +no luck");
        assertThat(kubectl("get", "all")).contains("service/web");
        assertThat(kubectl("api-resources")).containsPattern("services +svc +v1 +true +Service");
        assertThat(kubectl("explain", "service.spec.ports")).contains("nodePort");
    }

    @Test
    void nodesAreTaintedCordonedAndDescribed() throws IOException {
        kubectl("create", "-f", file("n.yaml", "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\n"));
        cluster.patchStatus("nodes", "", "n1", Json.parse(
                "{conditions: [{type: Ready, status: 'True'}], addresses: [{type: InternalIP, address: 10.1.0.4}]}"));
        kubectl("taint", "node", "n1", "a=b:NoSchedule");
        kubectl("cordon", "n1");
        assertThat(kubectl("get", "nodes", "-o", "wide"))
                .containsPattern("n1 +Ready,SchedulingDisabled +<none> .* 10\\.1\\.0\\.4");
        assertThat(kubectl("describe", "node", "n1")).contains("a=b:NoSchedule").contains("InternalIP:  10.1.0.4");
        kubectl("taint", "node", "n1", "a-");
        kubectl("uncordon", "n1");
        assertThat(cluster.get("nodes", "", "n1").orElseThrow().get("spec").has("taints")).isFalse();
    }

    @Test
    void createsWithItsGenerators() {
        kubectl("create", "configmap", "c", "--from-literal=k=v");
        kubectl("create", "secret", "generic", "s", "--from-literal=k=v");
        kubectl("create", "namespace", "team");
        kubectl("create", "service", "loadbalancer", "lb", "--tcp=80:8080");
        kubectl("create", "deployment", "d", "--image=x", "--port=80");
        kubectl("create", "serviceaccount", "bot");
        kubectl("create", "role", "r", "--verb=get", "--resource=services");
        kubectl("create", "rolebinding", "rb", "--role=r", "--serviceaccount=default:bot");
        assertThat(kubectl("create", "token", "bot")).startsWith("sa-default-bot-");
        assertThat(kubectl("get", "secret", "s", "-o", "jsonpath={.data.k}")).isEqualTo("dg==");
        assertThat(kubectl("get", "svc", "lb", "-o", "jsonpath={.spec.ports[0].targetPort}")).isEqualTo("8080");
        assertThat(kubectl("auth", "can-i", "get", "services", "--as=system:serviceaccount:default:bot"))
                .isEqualTo("yes\n");
        assertThat(attempt("auth", "can-i", "delete", "services", "--as=system:serviceaccount:default:bot").text())
                .isEqualTo("no\n");
        assertThat(kubectl("auth", "whoami")).contains("system:admin");
        kubectl("delete", "namespace", "team");
        assertThat(cluster.get("ns", "", "team")).isEmpty();
    }
}
