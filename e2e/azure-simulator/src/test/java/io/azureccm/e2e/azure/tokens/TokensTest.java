package io.azureccm.e2e.azure.tokens;

import static io.azureccm.e2e.azure.ArmTestClient.NETWORK;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.clients.OfficialClients;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokensTest {
    private static final String LIST = NETWORK + "loadBalancers?api-version=2025-05-01";

    private final AzureSimulator simulator = AzureSimulator.builder().infrastructure(Infrastructure.standard()).start();
    private final HttpClient client;

    TokensTest() throws GeneralSecurityException, IOException {
        client = HttpClient.newBuilder().sslContext(OfficialClients.trusting(simulator.caPem())).build();
    }

    @AfterEach
    void close() {
        simulator.close();
    }

    private HttpResponse<String> get(String url, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        if (headers.length > 0)
            request.headers(headers);
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String form) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(simulator.url() + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String code(HttpResponse<String> response) {
        return Json.textOr(Json.parse(response.body()), "", "error", "code");
    }

    private HttpResponse<String> list(String token) throws IOException, InterruptedException {
        return get(simulator.url() + LIST, "Authorization", "Bearer " + token);
    }

    @Test
    void armTakesOnlyGoodTokens() throws IOException, InterruptedException {
        assertThat(list(simulator.token()).statusCode()).isEqualTo(200);
        HttpResponse<String> none = get(simulator.url() + LIST);
        assertThat(none.statusCode()).isEqualTo(401);
        assertThat(none.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Bearer authorization_uri=");
        assertThat(code(none)).isEqualTo("AuthenticationFailed");
        assertThat(code(list(simulator.token() + "x"))).isEqualTo("InvalidAuthenticationToken");
        assertThat(code(list("nonsense"))).isEqualTo("InvalidAuthenticationToken");
        assertThat(code(list(simulator.token("https://management.azure.com/", Duration.ofSeconds(-1)))))
                .isEqualTo("ExpiredAuthenticationToken");
        assertThat(code(list(simulator.token("https://vault.azure.net", Duration.ofHours(1)))))
                .isEqualTo("InvalidAuthenticationTokenAudience");
    }

    @Test
    void theTokenEndpointGivesTokensForASecretOrAnAssertion() throws IOException, InterruptedException {
        String common = "grant_type=client_credentials&client_id=app&scope=https%3A%2F%2Fmanagement.azure.com%2F%2F.default";
        for (String proof : List.of("&client_secret=s", "&client_assertion=j&client_assertion_type=jwt-bearer")) {
            HttpResponse<String> reply = post("/tenant/oauth2/v2.0/token", common + proof);
            JsonNode body = Json.parse(reply.body());
            assertThat(body.get("token_type").asText()).isEqualTo("Bearer");
            assertThat(list(body.get("access_token").asText()).statusCode()).isEqualTo(200);
        }
        HttpResponse<String> refused = post("/tenant/oauth2/v2.0/token", common);
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(Json.parse(refused.body()).get("error_description").asText()).startsWith("AADSTS7000218");
        assertThat(simulator.calls().counters().tokens()).isEqualTo(3);
        assertThat(simulator.calls().counters().writes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/tenant/v2.0/.well-known/openid-configuration", "/tenant/.well-known/openid-configuration",
            "/adfs/.well-known/openid-configuration"})
    void discoveryPointsBackToTheSimulator(String path) throws IOException, InterruptedException {
        JsonNode document = Json.parse(get(simulator.url() + path).body());
        for (String member : List.of("issuer", "authorization_endpoint", "token_endpoint"))
            assertThat(document.get(member).asText()).startsWith(simulator.url() + "/");
    }

    @Test
    void theListOfCloudsNamesThePortThatWasAskedAndSignsInOverHttps() throws IOException, InterruptedException {
        for (String base : List.of(simulator.url(), simulator.httpUrl())) {
            JsonNode clouds = Json.parse(get(base + "/metadata/endpoints?api-version=2019-05-01").body());
            assertThat(clouds.isArray()).isTrue();
            assertThat(clouds).extracting(cloud -> cloud.path("name").asText())
                    .containsExactly("AzureSimulator", "AzureCloud", "AzurePublicCloud", "AzureStackCloud");
            assertThat(clouds).allSatisfy(cloud -> {
                assertThat(cloud.path("resourceManager").asText()).isEqualTo(base);
                assertThat(cloud.at("/authentication/loginEndpoint").asText()).isEqualTo(simulator.url());
                assertThat(cloud.at("/authentication/audiences")).extracting(JsonNode::asText)
                        .contains("https://management.core.windows.net/", "https://management.azure.com/", base + "/");
            });
        }
    }

    @Test
    void instancesAreDiscovered() throws IOException, InterruptedException {
        JsonNode instance = Json.parse(get(simulator.url() + "/common/discovery/instance?api-version=1.1"
                + "&authorization_endpoint=https://localhost/x/oauth2/v2.0/authorize").body());
        assertThat(instance.get("tenant_discovery_endpoint").asText()).startsWith(simulator.url());
        assertThat(instance.at("/metadata/0/aliases").size()).isPositive();
    }

    @Test
    void managedIdentitiesGetTokensFromBothEndpoints() throws IOException, InterruptedException {
        String query = "?api-version=2019-08-01&resource=https%3A%2F%2Fmanagement.azure.com%2F&client_id=mine";
        JsonNode appService = Json
                .parse(get(simulator.httpUrl() + "/msi/token" + query, "X-IDENTITY-HEADER", "x").body());
        assertThat(appService.get("client_id").asText()).isEqualTo("mine");
        assertThat(list(appService.get("access_token").asText()).statusCode()).isEqualTo(200);
        assertThat(simulator.calls().last(1).getFirst().principal()).isEqualTo("mine");
        String metadata = simulator.httpUrl() + "/metadata/identity/oauth2/token" + query;
        assertThat(get(metadata).statusCode()).isEqualTo(400);
        assertThat(get(metadata, "Metadata", "true", "X-Forwarded-For", "1.2.3.4").statusCode()).isEqualTo(400);
        JsonNode body = Json.parse(get(metadata, "Metadata", "true").body());
        assertThat(body.get("expires_on").isTextual()).as(body.toString()).isTrue();
        assertThat(list(body.get("access_token").asText()).statusCode()).isEqualTo(200);
    }

    @Test
    void theTokenEndpointCanBeDownOrGiveTokensThatAreRefused() throws IOException, InterruptedException {
        String form = "grant_type=client_credentials&client_id=app&client_secret=s&scope=https://management.azure.com/.default";
        simulator.faults().add(Fault.on("*", "token", new FaultAction.Refuse(503, "", "")).once());
        assertThat(post("/t/oauth2/v2.0/token", form).statusCode()).isEqualTo(503);
        simulator.faults().add(Fault.on("*", "token", new FaultAction.ExpiredToken()).once());
        JsonNode body = Json.parse(post("/t/oauth2/v2.0/token", form).body());
        assertThat(list(body.get("access_token").asText()).statusCode()).isEqualTo(401);
    }

    @Test
    void anyTokenIsTakenWhenAskedTo() throws IOException, InterruptedException {
        try (AzureSimulator open = AzureSimulator.builder()
                .infrastructure(Infrastructure.standard())
                .acceptAnyToken()
                .start()) {
            assertThat(get(open.httpUrl() + LIST).statusCode()).isEqualTo(200);
            assertThat(get(open.httpUrl() + LIST, "Authorization", "Bearer what.ever").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void theCertificateIsGoodForEveryNameClientsUse() throws Exception {
        X509Certificate certificate = (X509Certificate) get(simulator.url() + LIST).sslSession()
                .orElseThrow()
                .getPeerCertificates()[0];
        assertThat(certificate.getSubjectAlternativeNames()).extracting(name -> (Object) name.get(1))
                .contains("localhost", "127.0.0.1", "management.azure.com", "login.microsoftonline.com");
    }
}
