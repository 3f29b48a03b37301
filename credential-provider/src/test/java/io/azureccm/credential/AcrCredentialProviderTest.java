package io.azureccm.credential;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.credential.standin.Authority;
import io.azureccm.credential.standin.Rule;
import io.azureccm.credential.standin.Seen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Weak points of the reference, and situations without a recorded case. */
class AcrCredentialProviderTest extends AcrCredentialProviderFixture {
    private static final String IDENTITY = "http://169.254.169.254/metadata/identity/oauth2/token";

    @Test
    void aRequestIsSentAgainWhileItsFailureMayPass() {
        Outcome outcome = managed(Program.IMAGE, times(IDENTITY, 404, 1), times(IDENTITY, 410, 1),
                times(CHALLENGE, 503, 2),
                times(EXCHANGE, 429, 3));

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.seen()).hasSize(10);
        assertThat(program.pauses).hasSize(7).allMatch(pause -> pause >= 800 && pause <= 4800);
    }

    @Test
    void retryAfterSaysHowLong() {
        Map<String, Object> rule = Map.of("url", IDENTITY, "status", 429.0, "times", 1.0, "headers",
                Map.of("Retry-After", "7"));
        managed(Program.IMAGE, Rule.of(rule, ""));
        assertThat(program.pauses).containsExactly(7000L);

        Map<String, Object> shorter = Map.of("url", IDENTITY, "status", 429.0, "times", 1.0, "headers",
                Map.of("Retry-After", "0"));
        program.call(Program.MANAGED.replace("}", ",\"enableMinimumRetryAfter\":true}"), Program.request(Program.IMAGE),
                List.of(Rule.of(shorter, "")));
        assertThat(program.pauses).hasSize(1).allMatch(pause -> pause >= 800);
    }

    @Test
    void aWaitThatTheKubeletHasNoTimeForEndsTheCall() {
        Outcome outcome = managed(Program.IMAGE, Rule.answer(IDENTITY, 429, "slow down", "Retry-After", "60"));

        failed(outcome, "answered 429: slow down");
        assertThat(program.pauses).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {IDENTITY, CHALLENGE, EXCHANGE})
    @Timeout(300)
    void aServerThatNeverAnswersCostsNoMoreThanTheTimeThereIs(String url) {
        program.time = Duration.ofMillis(700);
        Outcome outcome = hanging(url);
        // On a busy machine the time may be over before that server is asked.
        while (!asked(outcome, url) && program.time.toMinutes() < 1) {
            program.time = program.time.multipliedBy(2);
            outcome = hanging(url);
        }

        failed(outcome, "cannot reach " + url + " through the proxy 127.0.0.1:");
        assertThat(outcome.err()).contains("no answer in time");
    }

    private Outcome hanging(String url) {
        long began = System.nanoTime();
        Outcome outcome = managed(Program.IMAGE, Rule.answer(url, Rule.HANG, ""));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(program.time.plusSeconds(30));
        return outcome;
    }

    private static boolean asked(Outcome outcome, String url) {
        return outcome.err().contains("cannot reach " + url)
                && outcome.seen().stream().anyMatch(seen -> seen.url().equals(url));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                    | has no credentials for a registry
            {"aadClientId":"a"}                   | has no credentials for a registry
            {"aadClientSecret":"pass-word"}       | aadClientSecret without aadClientId
            {"aadClientId":"a","aadClientSecret":""} | has no credentials for a registry
            {"aadClientId":"a","aadClientCertPath":"/none"} | aadClientCertPath without tenantId
            {"tenantId":"t","aadClientId":"a","aadClientCertPath":"/none"} | in aadClientCertPath does not exist
            {"useFederatedWorkloadIdentityExtension":true,"aadClientId":"a"} | without aadFederatedTokenFile
            {"useFederatedWorkloadIdentityExtension":true,"tenantId":"t","aadClientId":"a","aadFederatedTokenFile":"/none"} | is empty or cannot be read
            {"aadMSIDataPlaneIdentityPath":"/x"}  | has no credentials for a registry
            """)
    void aConfigurationWithoutPasswordIsAnError(String config, String sentence) {
        failed(program.call(config, Program.request(Program.IMAGE), List.of()), sentence);
        assertThat(program.call(config, Program.request("docker.io/a"), List.of()).exit()).isZero();
    }

    /** The cloud config is that of the controllers, too, which may sign in without the secret by now. */
    @Test
    void aSecretIsTheLoginBesideOtherCredentialsOfTheApplication() {
        Outcome outcome = program.call("""
                {"useFederatedWorkloadIdentityExtension":true,"aadClientCertPath":"/none","tenantId":"t",
                 "aadClientId":"app","aadClientSecret":"pass-word"}""", Program.request(Program.IMAGE), List.of());

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("\"*.azurecr.io\":{\"username\":\"app\",\"password\":\"pass-word\"}");
        assertThat(outcome.seen()).isEmpty();
    }

    @Test
    void aFederatedTokenFileLogsIn() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "file-token\n");

        Outcome outcome = program.call(
                "useFederatedWorkloadIdentityExtension: yes\ntenantId: t-1\naadClientId: app\naadFederatedTokenFile: "
                        + token,
                Program.request(Program.IMAGE), List.of());

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("acr:foo.azurecr.io:aad:app");
        assertThat(outcome.seen().getFirst().form()).containsEntry("client_assertion", "file-token")
                .containsEntry("client_id", "app");
    }

    @Test
    void aCertificateSignsAnAssertion() throws IOException, GeneralSecurityException {
        KeyPair pair = Authority.pair("RSA");
        Path file = Files.writeString(folder.resolve("app.pem"),
                "-----BEGIN PRIVATE KEY-----\n" + Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded())
                        + "\n-----END PRIVATE KEY-----\n" + Authority.pem(program.authority.certificate("app", pair)));

        Outcome outcome = program.call(
                "{\"tenantId\":\"t-1\",\"aadClientId\":\"app\",\"aadClientCertPath\":\"" + file + "\"}",
                Program.request(Program.IMAGE), List.of());

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        String[] assertion = outcome.seen().getFirst().form().get("client_assertion").split("\\.");
        String claims = new String(Base64.getUrlDecoder().decode(assertion[1]), StandardCharsets.UTF_8);
        assertThat(claims).contains("\"aud\":\"https://login.microsoftonline.com/t-1/oauth2/v2.0/token\"",
                "\"iss\":\"app\"",
                "\"sub\":\"app\"");
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(pair.getPublic());
        signature.update((assertion[0] + "." + assertion[1]).getBytes(StandardCharsets.US_ASCII));
        assertThat(signature.verify(Base64.getUrlDecoder().decode(assertion[2]))).isTrue();
    }

    @Test
    void aMisspeltCloudIsTold() {
        Outcome outcome = program.call(
                "{\"cloud\":\"AzureChinaClod\",\"aadClientId\":\"a\",\"aadClientSecret\":\"secret\"}",
                Program.request(Program.IMAGE), List.of());

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.err()).isEqualTo(
                "acr-credential-provider: warning: the cloud \"AzureChinaClod\" of the config file is unknown, "
                        + "using AzurePublicCloud (did you mean AzureChinaCloud?)\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[{\"name\":\"My\"}]", "[]", "[{\"name\":\"My\",\"authentication\":{\"audiences\":[]}}]"})
    void metadataWithoutDetailsLeavesWhatIsKnown(String body) {
        Outcome outcome = program.call(
                "{\"cloud\":\"My\",\"resourceManagerEndpoint\":\"" + program.standIn.url()
                        + "\",\"aadClientId\":\"a\",\"aadClientSecret\":\"secret\"}",
                Program.request(Program.IMAGE),
                List.of(Rule.answer(program.standIn.url() + "/metadata/endpoints", 200, body)));

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.seen()).hasSize(1);
    }

    @Test
    void metadataOverPlainHttpIsNotAsked() {
        Outcome outcome = program.call(
                "{\"resourceManagerEndpoint\":\"http://arm.example.com\",\"useManagedIdentityExtension\":true}",
                Program.request(Program.IMAGE), List.of());

        failed(outcome, "resourceManagerEndpoint has to begin with https://");
        assertThat(outcome.seen()).isEmpty();
    }

    @Test
    void aServerThatNobodyTrustsIsNotAsked() {
        Path other = new Authority().write(folder.resolve("other.pem"));
        Path ca = folder.resolve("ca.pem");
        try {
            Files.copy(other, ca, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException unwritable) {
            throw new IllegalStateException(unwritable);
        }

        Outcome outcome = managed(Program.IMAGE);

        failed(outcome, "its certificate is not trusted");
        assertThat(outcome.seen()).extracting(Seen::url).containsExactly(IDENTITY);
        assertThat(program.pauses).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            --ib-sni-name x                          | --ib-sni-name needs --ib-apiserver-ip
            --ib-default-tenant-id=t                 | --ib-default-tenant-id needs --ib-sni-name
            -v high                                  | -v needs an integer
            -x                                       | unknown flag: -x
            --registry-mirror                        | the config file is missing
            one two                                  | expected one argument
            """)
    void wrongFlagsAreTold(String flags, String sentence) {
        List<String> arguments = flags.contains("one")
                ? List.of(flags.split(" "))
                : List.of((flags + " " + folder).split(" "));
        Outcome outcome = program.run(flags.equals("--registry-mirror") ? List.of(flags, "x") : arguments, "",
                List.of());

        failed(outcome, sentence);
    }

    @Test
    void detailsAreWrittenWhenAskedFor() {
        Outcome outcome = program.call(Program.MANAGED, Program.request(Program.IMAGE), List.of(), "-v4");

        assertThat(outcome.err())
                .contains("logging in with the managed identity of the node", "POST " + EXCHANGE + " answered 200")
                .doesNotContain("aad:system", "acr:");
    }

    @Test
    void helpNamesEachFlag() {
        assertThat(program.run(List.of("--help"), "", List.of()).out()).contains("--registry-mirror",
                "--ib-default-tenant-id", "CONFIG");
    }

    @Test
    void theHeaderOfAnIdentityEndpointIsASecret() {
        program.environment.put("IDENTITY_ENDPOINT", program.standIn.url() + "/msi/token");
        program.environment.put("IDENTITY_HEADER", "header-secret");

        Outcome outcome = managed(Program.IMAGE,
                Rule.answer(program.standIn.url() + "/msi/token", 403, "who sent header-secret?"));

        failed(outcome, "answered 403: who sent ***?");
        assertThat(outcome.seen().getFirst().headers()).containsEntry("x-identity-header", "header-secret");
    }
}
