package io.azureccm.common.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.ScriptedApi;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeClientsTest {
    @TempDir
    Path folder;

    @Test
    void anApiThatAnswersHasNoProblem() throws IOException {
        try (ScriptedApi api = new ScriptedApi(); KubernetesClient client = api.client()) {
            api.answer(request -> ScriptedApi.json("{\"major\":\"1\",\"minor\":\"32\",\"gitVersion\":\"v1.32.0\"}"));
            assertThat(KubeClients.problem(client)).isEmpty();
            assertThat(api.requests().getFirst().headers()).containsEntry("User-agent", "test");
        }
    }

    @Test
    void refusedCredentialsAreNamedInOneLine() throws IOException {
        try (ScriptedApi api = new ScriptedApi(); KubernetesClient client = api.client()) {
            api.answer(request -> ScriptedApi.status(401, "Unauthorized"));
            assertThat(KubeClients.problem(client))
                    .contains("Kubernetes API " + api.url() + "/: the credentials were rejected (401 Unauthorized)");
        }
    }

    @Test
    void anApiThatIsNotThereIsNamedInOneLine() throws IOException {
        try (Socket silent = new Socket()) {
            silent.bind(new InetSocketAddress("127.0.0.1", 0));
            String url = "http://127.0.0.1:" + silent.getLocalPort();
            assertThat(problemAt(url)).contains("Kubernetes API " + url + "/: connection refused");
        }
    }

    @Test
    void aHostThatCannotBeResolvedIsNamedInOneLine() {
        assertThat(problemAt("http://no-such-host.invalid:6443"))
                .contains("Kubernetes API http://no-such-host.invalid:6443/: the host name cannot be resolved");
    }

    @Test
    void anApiThatDoesNotAnswerIsNamedInOneLine() throws IOException {
        try (ServerSocket silent = new ServerSocket(0)) {
            String url = "http://127.0.0.1:" + silent.getLocalPort();
            Duration timeout = Duration.ofMillis(700);
            Optional<String> problem = problemAt(url, timeout);
            // On a busy machine the time may be over before there is a connection.
            while (problem.orElse("").endsWith("no connection: timed out") && timeout.toMinutes() < 2) {
                timeout = timeout.multipliedBy(2);
                problem = problemAt(url, timeout);
            }
            assertThat(problem).contains("Kubernetes API " + url + "/: no response in time");
        }
    }

    @Test
    void aServerThatSpeaksNoTlsIsNamedInOneLine() throws IOException {
        try (ServerSocket plain = new ServerSocket(0)) {
            Thread.ofVirtual().start(() -> {
                while (!plain.isClosed()) {
                    try (Socket socket = plain.accept()) {
                        socket.getOutputStream()
                                .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                        socket.getOutputStream().flush();
                        socket.getInputStream().readAllBytes();
                    } catch (IOException closed) {
                        // The client has gone, and may come again: nothing is left to answer.
                    }
                }
            });
            assertThat(problemAt("https://127.0.0.1:" + plain.getLocalPort())).hasValueSatisfying(
                    line -> assertThat(line).startsWith("Kubernetes API https://127.0.0.1:").contains("TLS failed: "));
        }
    }

    @Test
    void aServerWhoseCertificateIsOfAnotherAuthorityIsNamedInOneLine() throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls(folder.resolve("server.p12"))));
        server.start();
        try {
            String url = "https://127.0.0.1:" + server.getAddress().getPort();
            assertThat(problemAt(url)).contains("Kubernetes API " + url
                    + "/: TLS failed: unable to find valid certification path to requested target");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aClosedClientLeavesNoThreadBehind() throws IOException {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (ScriptedApi api = new ScriptedApi()) {
            api.answer(request -> ScriptedApi.json("{}"));
            try (KubernetesClient client = api.client()) {
                KubeClients.problem(client);
            }
        }
        Await.until("the selector thread ends", () -> Thread.getAllStackTraces()
                .keySet()
                .stream()
                .noneMatch(thread -> !before.contains(thread) && thread.getName().startsWith("HttpClient-")));
    }

    @Test
    void aMissingKubeconfigIsNamed() {
        KubeSettings settings = KubeSettings.defaults("test").withKubeconfig(folder.resolve("none"));
        assertThatThrownBy(() -> KubeClients.open(settings)).isInstanceOf(KubeConfigException.class)
                .hasMessage("cannot read the kubeconfig " + folder.resolve("none"));
    }

    @Test
    void aClientCertificateWithoutItsKeyIsRefused() throws IOException {
        Path file = Files.writeString(kubeconfig("https://one:6443"),
                Files.readString(kubeconfig("https://one:6443"))
                        .replace("token: secret",
                                "client-certificate: client.crt"));
        KubeSettings settings = KubeSettings.defaults("test").withKubeconfig(file);
        assertThatThrownBy(() -> KubeClients.config(settings)).isInstanceOf(KubeConfigException.class)
                .hasMessageEndingWith("has a client certificate without client-key or client-key-data");
    }

    @Test
    void masterOverridesTheServerOfTheKubeconfig() throws IOException {
        Path file = kubeconfig("https://one:6443");
        KubeSettings settings = KubeSettings.defaults("test").withKubeconfig(file);
        assertThat(KubeClients.config(settings).getMasterUrl()).isEqualTo("https://one:6443/");
        assertThat(KubeClients.config(settings.withMaster("https://two:6443")).getMasterUrl())
                .startsWith("https://two:6443");
    }

    @Test
    void theTokenOfTheKubeconfigIsSent() throws IOException {
        try (ScriptedApi api = new ScriptedApi()) {
            api.answer(request -> ScriptedApi.json("{}"));
            KubeSettings settings = KubeSettings.defaults("test").withKubeconfig(kubeconfig(api.url()));
            try (KubernetesClient client = KubeClients.open(settings)) {
                KubeClients.problem(client);
            }
            assertThat(api.requests().getFirst().headers()).containsEntry("Authorization", "Bearer secret");
        }
    }

    @Test
    void outsideAPodWithoutAFileThereIsNoApi() {
        assertThatThrownBy(() -> InCluster.config(Map.of(), folder)).isInstanceOf(KubeConfigException.class)
                .hasMessageContaining("--kubeconfig");
    }

    @Test
    void insideAPodTheServiceAccountIsUsed() throws IOException {
        Map<String, String> pod = Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "443");
        assertThatThrownBy(() -> InCluster.config(pod, folder))
                .hasMessage("cannot read the service account token " + folder.resolve("token"));
        Files.writeString(folder.resolve("token"), "first\n");
        Config config = InCluster.config(pod, folder);
        assertThat(config.getMasterUrl()).startsWith("https://[fd00::1]:443");
        assertThat(config.getOauthTokenProvider().getToken()).isEqualTo("first");
    }

    @Test
    void tokenFileIsLookedAtOnceASecondAndServesOnWhileItIsMissing() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "first\n");
        AtomicLong clock = new AtomicLong();
        TokenFile token = new TokenFile("tokenFile", file, clock::get);
        assertThat(token.getToken()).isEqualTo("first");
        Files.writeString(file, "second");
        clock.set(Duration.ofMillis(999).toNanos());
        assertThat(token.getToken()).isEqualTo("first");
        clock.set(Duration.ofMillis(1_000).toNanos());
        assertThat(token.getToken()).isEqualTo("second");
        Files.writeString(file, "");
        clock.set(Duration.ofMillis(2_000).toNanos());
        assertThat(token.getToken()).isEqualTo("second");
        Files.delete(file);
        clock.set(Duration.ofMillis(3_000).toNanos());
        assertThat(token.getToken()).isEqualTo("second");
        assertThatThrownBy(() -> new TokenFile("tokenFile", file, clock::get)).isInstanceOf(KubeConfigException.class)
                .hasMessage("cannot read the tokenFile " + file);
    }

    @Test
    void tokenFileOfTheKubeconfigCountsFromItsDirectoryAndBeforeItsToken() throws IOException {
        Files.writeString(folder.resolve("token"), "of the file");
        try (ScriptedApi api = new ScriptedApi()) {
            api.answer(request -> ScriptedApi.json("{}"));
            Path file = kubeconfig(api.url());
            Files.writeString(file, Files.readString(file).replace("token: secret", "token: secret, tokenFile: token"));
            try (KubernetesClient client = KubeClients.open(KubeSettings.defaults("test").withKubeconfig(file))) {
                KubeClients.problem(client);
            }
            assertThat(api.requests().getFirst().headers()).containsEntry("Authorization", "Bearer of the file");
        }
    }

    @Test
    void aBucketGivesItsBurstAndThenOneTokenPerPeriod() {
        AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
        TokenBucket bucket = new TokenBucket(20, 3, clock::get);
        assertThat(bucket.reserve()).isZero();
        assertThat(bucket.tryTake()).isTrue();
        assertThat(bucket.tryTake()).isTrue();
        assertThat(bucket.tryTake()).isFalse();
        assertThat(bucket.reserve()).hasMillis(50);
        assertThat(bucket.reserve()).hasMillis(100);
        clock.addAndGet(Duration.ofMillis(150).toNanos());
        assertThat(bucket.tryTake()).isTrue();
        clock.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(bucket.reserve()).isZero();
        assertThat(bucket.reserve()).isZero();
        assertThat(bucket.reserve()).isZero();
        assertThat(bucket.tryTake()).isFalse();
    }

    @Test
    void neitherManyEventsNorManyReviewsHoldBackOtherRequests() {
        LongSupplier stopped = () -> 0;
        RequestLimit limit = new RequestLimit(new TokenBucket(20, 1, stopped), new TokenBucket(20, 1, stopped),
                new TokenBucket(20, 1, stopped));
        assertThat(limit.reserve("/apis/authentication.k8s.io/v1/tokenreviews")).isZero();
        assertThat(limit.reserve("/apis/authorization.k8s.io/v1/subjectaccessreviews")).hasMillis(50);
        String events = "/api/v1/namespaces/shop/events";
        assertThat(limit.reserve(events)).isZero();
        assertThat(limit.reserve(events + "/web.1")).hasMillis(50);
        assertThat(limit.reserve("/api/v1/namespaces/shop/services/events-page/status")).isZero();
        assertThat(limit.reserve("/api/v1/services")).hasMillis(50);
    }

    /** With time enough for a busy machine. */
    private static Optional<String> problemAt(String url) {
        return problemAt(url, Duration.ofSeconds(30));
    }

    private static Optional<String> problemAt(String url, Duration timeout) {
        KubeSettings settings = KubeSettings.defaults("test").withMaster(url).withRequestTimeout(timeout);
        try (KubernetesClient client = KubeClients.openForLease(settings, timeout)) {
            return KubeClients.problem(client);
        }
    }

    private static SSLContext tls(Path keys) throws Exception {
        String password = "changeit";
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair", "-alias", "server", "-keyalg", "EC", "-dname", "CN=127.0.0.1", "-ext",
                "SAN=IP:127.0.0.1",
                "-storetype", "PKCS12", "-keystore", keys.toString(), "-storepass", password)
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(output).isZero();
        KeyStore store = KeyStore.getInstance(keys.toFile(), password.toCharArray());
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, password.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private Path kubeconfig(String server) throws IOException {
        return Files.writeString(folder.resolve("config"), """
                apiVersion: v1
                kind: Config
                current-context: c
                clusters: [{name: k, cluster: {server: "%s"}}]
                contexts: [{name: c, context: {cluster: k, user: u}}]
                users: [{name: u, user: {token: secret}}]
                """.formatted(server));
    }
}
