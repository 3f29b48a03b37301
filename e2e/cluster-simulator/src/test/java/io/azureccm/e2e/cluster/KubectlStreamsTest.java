package io.azureccm.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.azureccm.e2e.cluster.json.Json;

/** Commands of the real kubectl that wait, watch or forward a port. */
@Timeout(600)
class KubectlStreamsTest extends KubectlFixture {
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
                for (int connection = 0; connection < 2; connection++)
                    echo(pod, port, sent);
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
