package io.azureccm.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.azureccm.e2e.cluster.json.Json;

/** The real kubectl against the simulated API, without any flags that a real cluster would not need. */
@Timeout(600)
class KubectlTest {
    private static final String SERVICE = """
            apiVersion: v1
            kind: Service
            metadata:
              name: web
            spec:
              type: LoadBalancer
              selector: {app: web}
              ports:
              - {name: http, port: 80, targetPort: 8080}
              - {name: dns, port: 53, protocol: UDP}
            """;
    @TempDir
    private Path folder;
    private ClusterSimulator cluster;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(onPath(), "kubectl is not on the PATH: install it to run these tests");
        cluster = ClusterSimulator.start();
        cluster.writeKubeconfig(folder.resolve("config"));
    }

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static boolean onPath() {
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, "kubectl")));
    }

    private Process launch(String... args) throws IOException {
        return launch(Map.of(), args);
    }

    private Process launch(Map<String, String> environment, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of("kubectl"));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).directory(folder.toFile());
        builder.environment().put("KUBECONFIG", folder.resolve("config").toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().putAll(environment);
        builder.environment().put("KUBE_EDITOR", folder.resolve("editor").toString());
        return builder.start();
    }

    private record Result(int code, String text) {}

    private Result attempt(String... args) {
        try {
            Process process = launch(args);
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            return new Result(process.exitValue(), text);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String kubectl(String... args) {
        Result result = attempt(args);
        assertThat(result.code()).as("kubectl %s: %s", List.of(args), result.text()).isZero();
        return result.text();
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

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
        try (ClusterSimulator secure = ClusterSimulator.start(ClusterOptions.defaults().withTls())) {
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

    @Test
    void waitsAndWatches() throws IOException, InterruptedException {
        kubectl("create", "-f", file("a.yaml", SERVICE));
        Process watch = launch("get", "svc", "web", "-w");
        Process waiting = launch("wait", "svc/web", "--for=jsonpath={.status.loadBalancer.ingress[0].ip}=20.0.0.1",
                "--timeout=5m");
        Await.until("two watches", () -> cluster.openWatches() >= 2);
        cluster.patchStatus("svc", "default", "web", Json.parse("{loadBalancer: {ingress: [{ip: 20.0.0.1}]}}"));
        assertThat(waiting.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(waiting.exitValue()).isZero();
        assertThat(watch.inputReader().lines().anyMatch(line -> line.contains("20.0.0.1"))).isTrue();
        watch.destroy();
        watch.waitFor();
    }

    @Test
    void waitsForFinalizersWhenItDeletes() throws IOException, InterruptedException {
        kubectl("create", "-f", file("a.yaml", SERVICE));
        cluster.patch("svc", "default", "web",
                Json.parse("{metadata: {finalizers: [service.kubernetes.io/load-balancer-cleanup]}}"));
        Process delete = launch("delete", "svc", "web");
        Await.until("marked",
                () -> cluster.get("svc", "default", "web").orElseThrow().at("/metadata").has("deletionTimestamp"));
        assertThat(delete.isAlive()).isTrue();
        cluster.patch("svc", "default", "web", Json.parse("{metadata: {finalizers: null}}"));
        assertThat(delete.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(delete.exitValue()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void forwardsAPortThroughAWebSocketAndWithoutOne(boolean webSockets) throws Exception {
        byte[] sent = new byte[300_000];
        Arrays.fill(sent, (byte) 'x');
        try (ServerSocket pod = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            cluster.apply("{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: default}, spec: {containers: ["
                    + "{name: c, image: i}]}, status: {phase: Running, podIP: 127.0.0.1}}");
            Process forward = launch(Map.of("KUBECTL_PORT_FORWARD_WEBSOCKETS", Boolean.toString(webSockets)),
                    "port-forward", "pod/p", "--address=127.0.0.1", ":" + pod.getLocalPort());
            try {
                String line = forward.inputReader().readLine();
                int port = Integer.parseInt(line.replaceAll("Forwarding from 127.0.0.1:(\\d+) .*", "$1"));
                for (int connection = 0; connection < 2; connection++) {
                    echo(pod, port, sent);
                }
            } finally {
                forward.destroy();
                forward.waitFor();
            }
        }
    }

    /** The pod echoes its input once the client has closed its side, and closes. */
    private static void echo(ServerSocket pod, int port, byte[] sent) throws Exception {
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port); Socket accepted = pod.accept()) {
            Thread writing = Thread.ofVirtual().start(() -> {
                try {
                    client.getOutputStream().write(sent);
                    client.shutdownOutput();
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            });
            byte[] arrived = accepted.getInputStream().readAllBytes();
            writing.join();
            accepted.getOutputStream().write(arrived);
            accepted.shutdownOutput();
            assertThat(client.getInputStream().readAllBytes()).isEqualTo(sent);
        }
    }

    @Test
    void aPortThatNobodyListensAtIsToldToTheClient() throws Exception {
        cluster.apply("{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: default}, spec: {containers: ["
                + "{name: c, image: i}]}, status: {phase: Running, podIP: 127.0.0.1}}");
        Process forward = launch("port-forward", "pod/p", "--address=127.0.0.1", ":1");
        try {
            int port = Integer.parseInt(
                    forward.inputReader().readLine().replaceAll("Forwarding from 127.0.0.1:(\\d+) .*", "$1"));
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertThat(client.getInputStream().read()).isNegative();
            }
            assertThat(
                    forward.inputReader().lines().anyMatch(line -> line.contains("failed to connect to 127.0.0.1:1")))
                    .isTrue();
        } finally {
            forward.destroy();
            forward.waitFor();
        }
    }
}
