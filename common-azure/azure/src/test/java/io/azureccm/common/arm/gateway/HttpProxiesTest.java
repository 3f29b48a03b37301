package io.azureccm.common.arm.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.credential.TestCertificates;
import io.azureccm.common.arm.http.ConnectionFailures;
import io.azureccm.common.arm.http.ResponseLimits;
import io.azureccm.common.arm.http.TrustFiles;
import io.azureccm.common.arm.http.TrustedCertificates;
import io.azureccm.common.arm.operation.OperationSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which requests go through the proxies of the environment, and that they arrive. */
class HttpProxiesTest {
    private final ScriptedServer server = new ScriptedServer(TestCertificates.SHARED.forHost("arm.test"));
    private final TunnelProxy proxy = new TunnelProxy(URI.create(server.base()).getPort(), "");

    @AfterEach
    void stop() throws IOException {
        server.close();
        proxy.close();
    }

    @Test
    void callsToAzureGoThroughTheProxy() throws IOException {
        server.answer(200, "{}");
        ArmClientSettings settings = new ArmClientSettings("agent/1", OperationSettings.DEFAULT,
                ResponseLimits.DEFAULT, Duration.ofMinutes(1), Duration.ofMinutes(1), 0).through(proxies());

        try (HttpResponse response = ArmTransport.open(TrustFiles.SHARED.context(), settings, ArmClock.system())
                .sendSync(new HttpRequest(HttpMethod.GET, "https://arm.test/subscriptions"), Context.NONE)) {
            assertThat(response.getStatusCode()).isEqualTo(200);
        }
        assertThat(proxy.asked()).containsExactly("CONNECT arm.test:443 HTTP/1.1");
    }

    @Test
    void metadataOfTheCloudGoesThroughTheProxy() throws Exception {
        server.answer(200, "[]");

        assertThat(new HttpCloudMetadata(TrustFiles.SHARED.context(), "agent/1", proxies())
                .get(URI.create("https://arm.test/metadata/endpoints"))).asString().isEqualTo("[]");
        assertThat(proxy.asked()).containsExactly("CONNECT arm.test:443 HTTP/1.1");
    }

    /** The JDK gives a proxy's 407 as a response, and names the server where the proxy is meant. */
    @Test
    void whatAProxyDeniesIsNoResponseOfAzure() throws Exception {
        try (TunnelProxy strict = new TunnelProxy(URI.create(server.base()).getPort(), "dTpw")) {
            String known = "no connection to arm.test:443 through the proxy in HTTPS_PROXY: ";
            assertThat(problem("127.0.0.1:" + strict.port())).isEqualTo("ProxyRefused: " + known + "127.0.0.1:"
                    + strict.port() + " requires a user and a password");
            assertThat(problem("no-such-proxy.invalid:3128")).isEqualTo("UnknownHost: " + known
                    + "cannot reach no-such-proxy.invalid:3128: the name no-such-proxy.invalid cannot be resolved");
        }
        int closed = proxy.port();
        proxy.close();
        assertThat(problem("127.0.0.1:" + closed)).startsWith("ConnectionRefused: ").contains("127.0.0.1:" + closed);
    }

    @Test
    void theProxyIsNamedThatLetsNobodyThrough() throws Exception {
        try (ServerSocket denying = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> deny(denying));
            assertThat(problem("127.0.0.1:" + denying.getLocalPort())).startsWith("ProxyRefused: ")
                    .endsWith("127.0.0.1:" + denying.getLocalPort() + " denies it with HTTP 403");
        }
    }

    private static void deny(ServerSocket proxy) {
        try (Socket client = proxy.accept()) {
            client.getInputStream().read(new byte[4096]);
            client.getOutputStream()
                    .write("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException over) {
            throw new UncheckedIOException(over);
        }
    }

    private static String problem(String proxy) {
        ArmClientSettings settings = new ArmClientSettings("agent/1", OperationSettings.DEFAULT,
                ResponseLimits.DEFAULT, Duration.ofMinutes(1), Duration.ofMinutes(1), 0)
                .through(HttpProxies.of(Map.of("HTTPS_PROXY", proxy)));
        try (HttpResponse response = ArmTransport.open(TrustFiles.SHARED.context(), settings, ArmClock.system())
                .sendSync(new HttpRequest(HttpMethod.GET, "https://arm.test/subscriptions"), Context.NONE)) {
            return "HTTP " + response.getStatusCode();
        } catch (UncheckedIOException refused) {
            ConnectionFailures.Failure failure = ConnectionFailures.of(refused, "arm.test:443").orElseThrow();
            return failure.code() + ": " + failure.text();
        }
    }

    private HttpProxies proxies() {
        return HttpProxies.of(Map.of("HTTPS_PROXY", "http://127.0.0.1:" + proxy.port()));
    }

    /** The JDK decides once in a process whether it sends passwords. */
    @Test
    void theProxyGetsThePasswordThatItAsksFor() throws Exception {
        try (TunnelProxy strict = new TunnelProxy(URI.create(server.base()).getPort(),
                Base64.getEncoder().encodeToString("us er:pa+ss".getBytes(StandardCharsets.UTF_8)))) {
            assertThat(probe("us%20er:pa+ss", strict)).contains("result: the certificate is not known here");
            assertThat(strict.asked()).hasSize(2).allMatch(line -> line.startsWith("CONNECT arm.test:443"));
            assertThat(probe("someone:else", strict)).contains("127.0.0.1:" + strict.port()
                    + " does not accept the user and the password");
        }
    }

    private static String probe(String login, TunnelProxy proxy) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                ManagedIdentityTest.classPath(), "-XX:TieredStopAtLevel=1", Probe.class.getName());
        builder.environment().put("HTTPS_PROXY", "http://" + login + "@127.0.0.1:" + proxy.port());
        Process process = builder.redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Reaches the server behind the proxy, whose CA it does not know. */
    public static final class Probe {
        private Probe() {}

        public static void main(String[] arguments) throws InterruptedException {
            HttpProxies.allowPasswords();
            try {
                new HttpCloudMetadata(TrustedCertificates.from(Map.of()).context(), "agent/1",
                        HttpProxies.of(System.getenv())).get(URI.create("https://arm.test/metadata/endpoints"));
            } catch (IOException refused) {
                System.out.println("result: " + (refused.getMessage().contains("is not trusted")
                        ? "the certificate is not known here"
                        : refused.getMessage()));
            }
            System.exit(0);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            https://management.azure.com/ | -                           | secure
            http://arm.test/              | -                           | plain
            https://localhost:8443/       | -                           | -
            https://127.0.0.9/            | -                           | -
            http://169.254.169.254/token  | -                           | -
            https://arm.test/             | *                           | -
            https://arm.test/             | other.test, ARM.test        | -
            https://eu.arm.test/          | arm.test                    | -
            https://warm.test/            | arm.test                    | secure
            https://arm.test/             | .arm.test                   | secure
            https://eu.arm.test/          | *.arm.test                  | -
            https://arm.test/             | arm.test:8443               | secure
            https://arm.test:8443/        | arm.test:8443               | -
            https://10.1.2.3/             | 10.0.0.0/8                  | -
            https://11.1.2.3/             | 10.0.0.0/8,11.1.2           | secure
            https://[fd00::1]/            | fd00:0::1                   | -
            https://[fd00::1]:8443/       | [fd00::1]:8443              | -
            """)
    void theSchemeAndTheExceptionsDecide(URI url, String direct, String expected) {
        Map<String, String> environment = new HashMap<>(
                Map.of("HTTPS_PROXY", "secure:3128", "http_proxy", "http://plain"));
        if (direct != null)
            environment.put("no_proxy", direct);

        assertThat(HttpProxies.of(environment).proxyOf(url).map(URI::getHost).orElse(null)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"socks5://user:pass-word@proxy", "https://user:pass-word@proxy", "http://", "::pass-word"})
    void whatIsNoProxyIsToldWithoutItsValue(String value) {
        assertThatThrownBy(() -> HttpProxies.of(Map.of("https_proxy", value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("HTTPS_PROXY: expected")
                .hasMessageNotContaining("pass-word");
        assertThat(HttpProxies.of(Map.of("HTTPS_PROXY", "http://user:pass-word@proxy")).toString())
                .doesNotContain("pass-word");
    }
}
