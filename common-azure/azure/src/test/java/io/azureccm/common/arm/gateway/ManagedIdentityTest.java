package io.azureccm.common.arm.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.credential.TokenRequestContext;
import com.sun.net.httpserver.HttpServer;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.credential.ArmCredentials;
import io.azureccm.common.arm.credential.FallbackCredential;
import io.azureccm.common.arm.http.ResponseLimits;
import io.azureccm.common.arm.http.TrustedCertificates;
import io.azureccm.common.arm.operation.OperationSettings;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.credential.CredentialSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The App Service flavour of managed identity: it is chosen by environment variables, so each token is asked for in a process of its own. */
class ManagedIdentityTest {
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.add(exchange.getRequestURI() + " " + exchange.getRequestHeaders().getFirst("X-IDENTITY-HEADER"));
            byte[] body = ("{\"access_token\":\"of the machine\",\"token_type\":\"Bearer\",\"resource\":\"https://arm.test\","
                    + "\"expires_on\":\"" + Instant.now().plusSeconds(3600).getEpochSecond() + "\"}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void identityEndpointOfTheEnvironmentIsAskedForEachKindOfIdentity() throws Exception {
        assertThat(tokensInAnotherProcess()).containsExactly("of the machine", "of the machine", "of the machine");
        assertThat(requests).hasSize(3).allMatch(request -> request.endsWith(" s3cret"));
        assertThat(requests.get(0)).contains("/msi/token?", "resource=https").doesNotContain("client_id", "mi_res_id");
        assertThat(requests.get(1)).contains("client_id=client-7");
        assertThat(requests.get(2)).contains("mi_res_id=");
    }

    private List<String> tokensInAnotherProcess() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", classPath(), "-XX:TieredStopAtLevel=1", Probe.class.getName());
        builder.environment()
                .put("IDENTITY_ENDPOINT", "http://127.0.0.1:" + server.getAddress().getPort() + "/msi/token");
        builder.environment().put("IDENTITY_HEADER", "s3cret");
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(output).isTrue();
        return output.lines().filter(line -> line.startsWith("token: ")).map(line -> line.substring(7)).toList();
    }

    /** Of this very test, whichever runner started it: some load it with a class loader of their own. */
    static String classPath() {
        String own = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return ManagedIdentityTest.class.getClassLoader() instanceof URLClassLoader loader
                ? Arrays.stream(loader.getURLs()).map(URL::getPath).collect(Collectors.joining(":")) + ":" + own
                : own;
    }

    /** Asks for a token with each managed identity and prints it. */
    public static final class Probe {
        private Probe() {}

        public static void main(String[] arguments) {
            ArmClientSettings settings = new ArmClientSettings("agent/1", OperationSettings.DEFAULT,
                    ResponseLimits.DEFAULT, Duration.ofMinutes(2), Duration.ofMinutes(2), 0);
            ArmCredentials credentials = new ArmCredentials(AzureCloud.PUBLIC, ArmTransport.open(
                    TrustedCertificates.from(Map.of()).context(), settings, ArmClock.system()), FallbackCredential.NONE,
                    null);
            List<CredentialSpec> specs = List.of(new CredentialSpec.SystemAssigned(),
                    new CredentialSpec.UserAssignedClientId("client-7"),
                    new CredentialSpec.UserAssignedResourceId("/subscriptions/s/resourceGroups/rg/providers/"
                            + "Microsoft.ManagedIdentity/userAssignedIdentities/mine"));
            TokenRequestContext request = new TokenRequestContext().addScopes("https://arm.test/.default");
            specs.forEach(spec -> System.out.println(
                    "token: " + credentials.build(spec).getTokenSync(request).getToken()));
            System.exit(0);
        }
    }
}
