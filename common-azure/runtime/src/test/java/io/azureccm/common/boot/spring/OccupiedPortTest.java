package io.azureccm.common.boot.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.azureccm.common.boot.launch.ControllerLauncher;
import io.azureccm.common.boot.launch.Launch;
import io.azureccm.common.config.options.App;
import io.azureccm.common.serve.PortClient;
import io.azureccm.common.serve.port.Strangers;
import io.azureccm.common.serve.port.Strangers.Habit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.ConfigurableApplicationContext;

/** Health is told to a kubelet whatever strangers do with the ports of a controller. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OccupiedPortTest {
    private static final int STRANGERS = 150;
    /** Each takes processor time of this machine as long as it is there. */
    private static final int STRANGERS_WITH_HANDSHAKES = 16;
    private static final int PROBES = 8;
    private static final int ATTEMPTS = 10;
    /** A port without strangers answers sooner on a machine that gives every thread its turn. */
    private static final Duration SLOW = Duration.ofSeconds(1);

    private Path folder;
    private ConfigurableApplicationContext context;
    private int main;
    private int health;
    private HttpServer quiet;

    @BeforeAll
    void start(@TempDir Path shared) throws Exception {
        folder = shared;
        quiet = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        quiet.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, -1);
            }
        });
        quiet.start();
        context = running().context();
        main = Integer.parseInt(context.getEnvironment().getProperty("local.server.port"));
    }

    /** With a port for health that nobody takes between its choice and the start. */
    private Launch.Running running() throws IOException {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            health = freePort();
            Launch launch = launch("--server.port=0", "--azureccm.health.port=" + health);
            if (launch instanceof Launch.Running running)
                return running;
            assertThat(((Launch.Ended) launch).lines()).singleElement().asString().contains("" + health);
        }
        throw new AssertionError("each port was taken");
    }

    private Launch launch(String... flags) throws IOException {
        StartFiles files = new StartFiles(folder);
        return ControllerLauncher.launch(App.NODE, TestController.class,
                Stream.concat(Stream.of(files.kubeconfig(), files.config(StartFiles.GOOD),
                        "--dry-run"), Stream.of(flags)).toList(),
                Map.of());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @AfterAll
    void stop() {
        context.close();
        quiet.stop(0);
    }

    @ParameterizedTest
    @EnumSource
    void healthAnswersThroughout(Habit habit) throws Exception {
        int count = habit == Habit.HANDSHAKES ? STRANGERS_WITH_HANDSHAKES : STRANGERS;
        List<String> answers = new ArrayList<>();
        try (Strangers atMain = strangers(main, true, habit, count);
                Strangers atHealth = strangers(health, false, habit, count)) {
            atMain.awaitConnections(count);
            atHealth.awaitConnections(count);
            for (int i = 0; i < PROBES; i++) {
                answers.add("main " + answer("https://localhost:" + main + "/livez"));
                answers.add("health " + answer("http://localhost:" + health + "/livez"));
                Thread.sleep(200);
            }
        }
        assertThat(answers).hasSize(2 * PROBES).containsOnly("main 200", "health 200");
    }

    /** From three addresses, none of which is the one that probes come from. */
    private static Strangers strangers(int port, boolean tls, Habit habit, int count) {
        return new Strangers(port, tls ? Optional.of(PortClient.trusting()) : Optional.empty(), habit, count,
                number -> "127.0.1." + (1 + number % 3));
    }

    /** What a probe was told. Asked again if it failed while the port without strangers was slow, too. */
    private String answer(String url) throws Exception {
        for (int attempt = 1;; attempt++) {
            AtomicBoolean ended = new AtomicBoolean();
            FutureTask<Duration> slowest = new FutureTask<>(() -> slowestWithoutStrangers(ended));
            Thread.ofPlatform().start(slowest);
            String answer = status(url);
            ended.set(true);
            if (answer.equals("200") || attempt == ATTEMPTS || slowest.get().compareTo(SLOW) < 0)
                return answer;
        }
    }

    /** How long the port without strangers took at most until the end. */
    private Duration slowestWithoutStrangers(AtomicBoolean ended) throws InterruptedException {
        Duration slowest = Duration.ZERO;
        while (!ended.get()) {
            long began = System.nanoTime();
            status("http://127.0.0.1:" + quiet.getAddress().getPort() + "/");
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            slowest = took.compareTo(slowest) > 0 ? took : slowest;
            Thread.sleep(200);
        }
        return slowest;
    }

    private static String status(String url) throws InterruptedException {
        try {
            return String.valueOf(PortClient.probe(url));
        } catch (IOException none) {
            return none.toString();
        }
    }

    @Test
    void thePortForHealthServesProbesOnlyAndLooksAtNoCredentials() throws Exception {
        for (String path : List.of("/livez", "/healthz"))
            assertThat(get(path, "Authorization", "Bearer wrong").statusCode()).as(path).isEqualTo(200);
        assertThat(get("/readyz").statusCode()).as("the Kubernetes API of this test is away").isEqualTo(503);
        for (String path : List.of("/metrics", "/configz", "/actuator/health", "/actuator/plans", "/"))
            assertThat(get(path).body()).as(path).contains("health probes only", "\"code\":404");
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + health + path));
            if (headers.length > 0)
                request.headers(headers);
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void aPortThatCannotBeHadIsNamed() throws Exception {
        assertThat(((Launch.Ended) launch("--server.port=0", "--azureccm.health.port=" + health)).lines())
                .singleElement()
                .asString()
                .contains("" + health);
        assertThat(((Launch.Ended) launch("--server.port=4711", "--azureccm.health.port=4711")).lines())
                .singleElement()
                .asString()
                .contains("azureccm.health.port: 4711 is also the port of");
        assertThat(((Launch.Ended) launch("--server.port=0", "--azureccm.health.port=4711",
                "--azureccm.health.address=localhost")).lines()).singleElement()
                .asString()
                .contains("azureccm.health.address: \"localhost\" is not valid");
    }
}
