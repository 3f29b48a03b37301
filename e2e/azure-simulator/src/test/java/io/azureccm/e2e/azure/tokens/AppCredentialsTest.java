package io.azureccm.e2e.azure.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.ArmTestClient;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.clients.OfficialClients;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.tokens.AppCertificate;
import io.azureccm.e2e.azure.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Base64;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which credentials the sign-in service accepts, and the effect of a new server certificate on clients. */
class AppCredentialsTest {
    private final AzureSimulator simulator = AzureSimulator.builder().infrastructure(Infrastructure.standard()).start();
    private HttpClient client;

    AppCredentialsTest() throws GeneralSecurityException, IOException {
        client = HttpClient.newBuilder().sslContext(OfficialClients.trusting(simulator.caPem())).build();
    }

    @AfterEach
    void close() {
        simulator.close();
    }

    @Test
    void onlyRegisteredSecretsAndAssertionsAreTakenAndOtherAppsAreFree() throws Exception {
        simulator.apps().secrets("app", "old", "new");
        simulator.apps().assertions("federated", "token-2");
        assertThat(signIn("app", "&client_secret=old")).isEqualTo("ok");
        simulator.apps().secrets("app", "new");
        assertThat(signIn("app", "&client_secret=old")).startsWith("AADSTS7000215");
        assertThat(signIn("app", "&client_secret=new")).isEqualTo("ok");
        assertThat(signIn("app", "&client_assertion=new")).startsWith("AADSTS7000215");
        assertThat(signIn("federated", "&client_assertion=token-1")).startsWith("AADSTS700024");
        assertThat(signIn("federated", "&client_assertion=token-2")).isEqualTo("ok");
        assertThat(signIn("other", "&client_secret=whatever")).isEqualTo("ok");
    }

    @ParameterizedTest
    @CsvSource({"RS256,x5t,SHA-1", "RS256,x5t#S256,SHA-256", "PS256,x5t#S256,SHA-256"})
    void assertionHasToBeSignedByARegisteredCertificate(String algorithm, String field, String digest)
            throws Exception {
        AppCertificate registered = AppCertificate.create("one");
        AppCertificate other = AppCertificate.create("two");
        simulator.apps().certificates("app", registered.certificate());
        assertThat(signIn("app", "&client_assertion=" + assertion(algorithm, field, digest, registered, registered)))
                .isEqualTo("ok");
        assertThat(signIn("app", "&client_assertion=" + assertion(algorithm, field, digest, registered, other)))
                .startsWith("AADSTS700027");
        assertThat(signIn("app", "&client_assertion=" + assertion(algorithm, field, digest, other, other)))
                .startsWith("AADSTS700027");
        assertThat(signIn("app", "&client_assertion=nonsense")).startsWith("AADSTS700027");
    }

    @Test
    void endedTokensAreExpiredAndLaterOnesAreGood() throws Exception {
        String before = simulator.token();
        simulator.endTokens();
        assertThat(list(before)).isEqualTo("ExpiredAuthenticationToken");
        assertThat(list(simulator.token())).isEmpty();
    }

    @Test
    void replacedAuthorityIsAnotherOneOnTheSamePort() throws Exception {
        assertThat(signIn("app", "&client_secret=s")).isEqualTo("ok");
        String url = simulator.url();
        String before = simulator.caPem();
        simulator.replaceCertificate();
        assertThat(simulator.url()).isEqualTo(url);
        // A client without a connection: one that is being closed fails in another way.
        client = HttpClient.newBuilder().sslContext(OfficialClients.trusting(before)).build();
        assertThatThrownBy(() -> signIn("app", "&client_secret=s")).isInstanceOf(SSLHandshakeException.class);
        client = HttpClient.newBuilder().sslContext(OfficialClients.trusting(simulator.caPem())).build();
        assertThat(signIn("app", "&client_secret=s")).isEqualTo("ok");
    }

    /** The code of the rejection, empty if there is none. */
    private String list(String token) throws IOException, InterruptedException {
        HttpResponse<String> reply = client.send(HttpRequest
                .newBuilder(URI.create(
                        simulator.url() + ArmTestClient.NETWORK + "loadBalancers?api-version=2025-05-01"))
                .header("Authorization", "Bearer " + token)
                .build(), BodyHandlers.ofString());
        return Json.textOr(Json.parse(reply.body()), "", "error", "code");
    }

    /** "ok" or the description of the rejection. */
    private String signIn(String app, String proof) throws IOException, InterruptedException {
        HttpResponse<String> reply = post(app, proof);
        if (reply.statusCode() == 200)
            return "ok";
        assertThat(reply.statusCode()).isEqualTo(401);
        return Json.parse(reply.body()).get("error_description").asText();
    }

    private HttpResponse<String> post(String app, String proof) throws IOException, InterruptedException {
        String form = "grant_type=client_credentials&scope=https://management.azure.com/.default&client_id=" + app
                + proof;
        return client.send(HttpRequest.newBuilder(URI.create(simulator.url() + "/tenant/oauth2/v2.0/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build(), BodyHandlers.ofString());
    }

    private static String assertion(String algorithm, String field, String digest, AppCertificate named,
            AppCertificate signer) throws GeneralSecurityException {
        ObjectNode head = Json.object()
                .put("alg", algorithm)
                .put(field, encode(MessageDigest.getInstance(digest).digest(named.certificate().getEncoded())));
        String signed = encode(Json.bytes(head)) + "." + encode(Json.bytes(Json.object().put("sub", "app")));
        Signature signature = Signature.getInstance(algorithm.equals("PS256") ? "RSASSA-PSS" : "SHA256withRSA");
        if (algorithm.equals("PS256"))
            signature.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
        signature.initSign(signer.key());
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        return signed + "." + encode(signature.sign());
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
