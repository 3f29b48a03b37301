package io.azureccm.common.observe.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a console says of other apps: as much as they show to everybody, and why it is not more. */
class OtherAppsTest {
    private static final String METRICS = """
            # TYPE leader_election_master_status gauge
            leader_election_master_status{name="azure-route-controller"} 1.0
            controller_phase{phase="LEADING"} 1.0
            controller_phase{phase="STANDBY"} 0.0
            controller_objects{state="failed"} 1.0
            controller_objects{state="programmed"} 12.0
            controller_objects{state="refused"} 3.0
            controller_refused_objects{code="InvalidCidr",state="refused"} 2.0
            controller_refused_objects{code="InvalidCidr",state="failed"} 1.0
            controller_refused_objects{code="Gone",state="refused"} 0.0
            controller_removals_held{hash="",kind="routes"} 0.0
            controller_removals_held{hash="a1b2",kind="routes"} 7.0
            controller_writes_underway 2.0
            controller_snapshot_age_seconds{resource="routeTables"} NaN
            """;

    private record Reply(int code, String body) {}

    private final Map<String, Reply> replies = new HashMap<>();
    private final List<HttpExchange> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private HttpServer server;

    static SSLContext trust() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.stop(0);
    }

    /** A path without a reply fails once {@code /second} was asked for, or the test is over. */
    private void answer(HttpExchange exchange) throws IOException {
        requests.add(exchange);
        String path = exchange.getRequestURI().getPath();
        if (path.startsWith("/second"))
            end.countDown();
        Reply reply = replies.getOrDefault(path, new Reply(500, ""));
        if (!replies.containsKey(path))
            await();
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(reply.code(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void await() {
        try {
            end.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private String console() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/routes/actuator/console";
    }

    private Map<String, String> ask(Map<String, String> addresses) {
        return new OtherApps(addresses, trust(), Duration.ofMinutes(1)).ask();
    }

    private String said() {
        return ask(Map.of("routes", console())).get("routes");
    }

    private String said(Duration limit) {
        return new OtherApps(Map.of("routes", console()), trust(), limit).ask().get("routes");
    }

    @Test
    void metricsTellWhoLeadsObjectsRefusalsAndWhatWaits() {
        replies.put("/routes/actuator/prometheus", new Reply(200, METRICS));
        assertThat(said()).isEqualTo("leads; 1 failed, 12 programmed, 3 refused; refused: 3 InvalidCidr;"
                + " removals held: 7 routes; writes in progress: 2");
        assertThat(requests).singleElement()
                .satisfies(request -> assertThat(request.getRequestHeaders().keySet())
                        .doesNotContain("Authorization", "Cookie"));
    }

    @Test
    void standbyIsShownAsWaiting() {
        replies.put("/routes/actuator/prometheus", new Reply(200, "leader_election_master_status{name=\"x\"} 0.0\n"
                + "controller_phase{phase=\"STANDBY\"} 1.0\ncontroller_phase{phase=\"LEADING\"} 0.0\n"));
        assertThat(said()).isEqualTo("waits");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void healthIsShownWhereMetricsNeedPermission(int code) {
        replies.put("/routes/actuator/prometheus", new Reply(code, "{\"status\": \"Failure\"}"));
        replies.put("/routes/actuator/health", new Reply(503, "{\"status\": \"DOWN\"}"));
        assertThat(said()).isEqualTo("DOWN; objects not readable: HTTP " + code);
        replies.put("/routes/actuator/health", new Reply(code, "{\"status\": \"Failure\"}"));
        assertThat(said()).isEqualTo("not readable: HTTP " + code);
    }

    @Test
    void loginPageIsNotFollowedAndNotTakenForMetrics() {
        replies.put("/routes/actuator/prometheus", new Reply(302, ""));
        assertThat(said()).isEqualTo("not readable: HTTP 302");
        replies.put("/routes/actuator/prometheus", new Reply(200, "<html>Sign in</html>"));
        assertThat(said()).isEqualTo("not readable: its metrics are not those of a controller");
    }

    @Test
    void appThatDoesNotAnswerIsWaitedForNoLongerThanTheLimit() {
        assertThat(said(Duration.ofMillis(50))).isEqualTo("not reachable: no answer in 50 ms");
    }

    /** The first of them answers once the second was asked. */
    @Test
    void allAreAskedAtTheSameTime() {
        replies.put("/second/actuator/prometheus", new Reply(200, METRICS));
        Map<String, String> said = ask(Map.of("a", console(), "b", console().replace("/routes/", "/second/")));
        assertThat(said.get("a")).isEqualTo("not readable: HTTP 500");
        assertThat(said.get("b")).startsWith("leads");
    }

    @Test
    void addressThatIsNoneIsNotAsked() {
        assertThat(ask(Map.of("typo", "example.com/actuator/console", "page", "http://127.0.0.1:1/somewhere")))
                .isEqualTo(Map.of("page", "not read: the address does not end with /console"));
    }
}
