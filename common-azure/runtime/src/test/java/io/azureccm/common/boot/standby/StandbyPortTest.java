package io.azureccm.common.boot.standby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.azureccm.common.config.options.AuthorizationOptions;
import io.azureccm.common.serve.PortClient;
import io.azureccm.common.serve.Reviews;
import io.azureccm.common.serve.TokenAccess;
import io.azureccm.common.serve.tls.SelfSigned;
import io.azureccm.common.serve.tls.ServerKeys;
import io.azureccm.common.serve.tls.ServerTls;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ports of a light standby, whose users are reviewed by an API over HTTPS that only its CA proves. */
class StandbyPortTest {
    private static final InetAddress LOCAL = InetAddress.ofLiteral("127.0.0.1");
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final HttpClient http = HttpClient.newBuilder().sslContext(PortClient.trusting()).build();

    @TempDir
    Path folder;
    private HttpsServer api;
    private KubeApi client;
    private StandbyTask.Port port;

    @BeforeEach
    void start() throws IOException {
        SelfSigned own = SelfSigned.create(List.of(LOCAL), Instant.now());
        api = HttpsServer.create(new InetSocketAddress(LOCAL, 0), 0);
        api.setHttpsConfigurator(new HttpsConfigurator(ServerTls.context(ServerKeys.of(own))));
        api.createContext("/", this::answer);
        api.start();
        Files.writeString(folder.resolve("token"), "own");
        client = client(own);
        StandbyTask task = new StandbyTask("app", null,
                new StandbyTask.Lease("ns", "lease", Duration.ofSeconds(15), Duration.ofSeconds(2),
                        Duration.ofSeconds(5)),
                null, null);
        StandbyState state = new StandbyState(System::nanoTime);
        state.turned("pod-1", Optional.empty());
        TokenAccess access = new TokenAccess(new Reviews(client), Duration.ofSeconds(10),
                new AuthorizationOptions("", List.of("/healthz", "/readyz", "/livez", "/actuator/health"),
                        Duration.ofSeconds(10), Duration.ofSeconds(10)));
        port = open(new StandbyPort(new StandbyPages(task, state), access));
    }

    /** At two ports that nobody takes between their choice and the opening. */
    private static StandbyTask.Port open(StandbyPort ports) throws IOException {
        for (int attempt = 1;; attempt++) {
            StandbyTask.Port chosen = new StandbyTask.Port(free(), "127.0.0.1", "", "", List.of("TLSv1.3"), List.of(),
                    new StandbyTask.Probes(free(), "127.0.0.1"));
            try {
                ports.open(chosen, Instant.now());
                return chosen;
            } catch (BindException taken) {
                if (attempt == 20)
                    throw taken;
            }
        }
    }

    @AfterEach
    void stop() {
        api.stop(0);
    }

    @Test
    void healthIsOpenAndAsksTheApiNothing() throws Exception {
        assertThat(get("/readyz").statusCode()).isEqualTo(200);
        assertThat(get("/actuator/health").body()).doesNotContain("pod-1");
        assertThat(asked).isEmpty();
        assertThat(get("/actuator/health", "Authorization", "Bearer good").body()).contains("pod-1");
    }

    @Test
    void metricsAreForThoseWhomTheClusterLets() throws Exception {
        assertThat(get("/metrics").statusCode()).isEqualTo(403);
        assertThat(get("/metrics", "Authorization", "Bearer unknown").statusCode()).isEqualTo(401);
        HttpResponse<String> scraped = get("/metrics", "Authorization", "Bearer good");
        assertThat(scraped.statusCode()).isEqualTo(200);
        assertThat(scraped.body()).contains("leader_election_master_status{name=\"lease\"} 0.0");
        assertThat(get("/actuator/plans", "Authorization", "Bearer good").statusCode()).isEqualTo(503);
        assertThat(asked).allMatch(request -> request.endsWith(" Bearer own"));
    }

    @Test
    void thePortForProbesServesNothingElse() throws Exception {
        assertThat(plain("/livez").statusCode()).isEqualTo(200);
        assertThat(plain("/readyz").body())
                .isEqualTo("{\"status\":\"UP\",\"components\":{\"kubernetes\":{\"status\":\"UP\"}}}");
        assertThat(plain("/metrics").statusCode()).isEqualTo(404);
        assertThat(plain("/actuator/health").statusCode()).isEqualTo(404);
    }

    @Test
    void anAnswerOfTheApiThatIsNoSuccessHasItsCodeAndMessage() {
        assertThatThrownBy(() -> client.get("apis/missing")).isInstanceOf(KubeApi.Failure.class)
                .hasMessage("answer 404: no such thing")
                .extracting(failed -> ((KubeApi.Failure) failed).code())
                .isEqualTo(404);
    }

    @Test
    void anApiWithAnotherCertificateIsNotTrusted() throws IOException {
        KubeApi other = client(SelfSigned.create(List.of(LOCAL), Instant.now()));
        assertThatThrownBy(() -> other.post("x", JsonNodeFactory.instance.objectNode()))
                .isInstanceOf(KubeApi.Failure.class)
                .hasMessageContaining("SSLHandshakeException");
        assertThat(asked).isEmpty();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(exchange.getRequestURI() + " " + exchange.getRequestHeaders().getFirst("Authorization"));
            boolean missing = exchange.getRequestURI().getPath().endsWith("missing");
            boolean good = body.contains("\"token\":\"good\"") || body.contains("\"user\":\"scraper\"");
            byte[] answer = (missing
                    ? "{\"message\":\"no such thing\"}"
                    : "{\"status\":{\"authenticated\":%1$s,\"allowed\":%1$s,\"user\":{\"username\":\"scraper\"}}}"
                            .formatted(good))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(missing ? 404 : 201, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private KubeApi client(SelfSigned trusted) throws IOException {
        try {
            Path ca = Files.writeString(folder.resolve("ca.crt"), "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder().encodeToString(trusted.certificate().getEncoded())
                    + "\n-----END CERTIFICATE-----\n");
            KubeApi.Server server = KubeServer
                    .of(new StandbyTask.KubeAddress("", "https://127.0.0.1:" + api.getAddress().getPort(),
                            ca.toString(), folder.resolve("token").toString()))
                    .orElseThrow();
            return new KubeApi(server, "test", Duration.ofMinutes(2));
        } catch (CertificateEncodingException impossible) {
            throw new IOException(impossible);
        }
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest
                .newBuilder(URI.create("https://localhost:" + port.port() + path));
        if (headers.length > 0)
            request.headers(headers);
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> plain(String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.probes().port() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
