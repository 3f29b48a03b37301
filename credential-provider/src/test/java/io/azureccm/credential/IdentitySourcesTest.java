package io.azureccm.credential;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.credential.standin.Authority;
import io.azureccm.credential.standin.Rule;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Token sources that are rare on nodes, and the supported formats of certificates. */
class IdentitySourcesTest {
    private static final String TOKEN = "{\"access_token\":\"aad:rare\"}";

    @TempDir
    Path folder;
    private Program program;

    @BeforeEach
    void start() {
        program = new Program(folder);
    }

    @AfterEach
    void stop() {
        program.close();
    }

    private Outcome managed(Rule... rules) {
        return program.call(Program.MANAGED, Program.request(Program.IMAGE), List.of(rules));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
    void aConfigFileMayBeginWithAByteOrderMark(String encoding) throws IOException {
        program.environment.putAll(Map.of("MSI_ENDPOINT", endpoint(), "MSI_SECRET", "msi-secret"));
        Path config = Files.writeString(folder.resolve("marked.json"), "\ufeff" + Program.MANAGED,
                Charset.forName(encoding));

        Outcome outcome = program.run(List.of(config.toString()), Program.request(Program.IMAGE),
                List.of(Rule.answer(endpoint(), 200, TOKEN)));

        assertThat(outcome.out()).as(outcome.err()).contains("acr:foo.azurecr.io:aad:rare");
    }

    private String endpoint() {
        return program.standIn.url() + "/metadata/identity/oauth2/token";
    }

    @Test
    void anOldEndpointIsAskedWithItsSecret() {
        program.environment.putAll(Map.of("MSI_ENDPOINT", endpoint(), "MSI_SECRET", "msi-secret"));

        Outcome outcome = managed(Rule.answer(endpoint(), 200, TOKEN));

        assertThat(outcome.out()).contains("acr:foo.azurecr.io:aad:rare");
        assertThat(outcome.seen().getFirst().headers()).containsEntry("secret", "msi-secret");
        assertThat(outcome.seen().getFirst().query()).containsEntry("api-version", "2017-09-01");
    }

    @Test
    void anOldEndpointWithoutSecretGetsAForm() {
        program.environment.put("MSI_ENDPOINT", endpoint());

        Outcome outcome = managed(Rule.answer(endpoint(), 200, TOKEN));

        assertThat(outcome.out()).contains("acr:foo.azurecr.io:aad:rare");
        assertThat(outcome.seen().getFirst().form()).containsEntry("resource", "https://containerregistry.azure.net");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Basic realm=/etc/passwd                                     | is not in /var/opt/azcmagent/tokens
            Basic realm=/etc/secret.key                                 | is not in /var/opt/azcmagent/tokens
            Basic realm=/var/opt/azcmagent/tokens/../../secret.key      | is not in /var/opt/azcmagent/tokens
            Basic realm=/var/opt/azcmagent/tokens/that-is-not-there.key | cannot be read
            Bearer realm=x                                              | names no key file
            """)
    void theAgentOfAzureArcMayNameItsOwnKeyFilesOnly(String challenge, String sentence) {
        program.environment.putAll(Map.of("IDENTITY_ENDPOINT", endpoint(), "IMDS_ENDPOINT", "http://localhost:40342"));

        Outcome outcome = managed(Rule.answer(endpoint(), 401, "", "WWW-Authenticate", challenge));

        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.err()).contains(sentence);
        assertThat(outcome.seen()).singleElement()
                .satisfies(seen -> assertThat(seen.headers()).containsEntry("metadata", "true"));
    }

    private Outcome arc(String identity, String echo) {
        program.environment.putAll(Map.of("IDENTITY_ENDPOINT", endpoint(), "IMDS_ENDPOINT", "http://localhost:40342"));
        String config = Program.MANAGED.replace("}", ",\"userAssignedIdentityID\":\"" + identity + "\"}");
        return program.call(config, Program.request(Program.IMAGE),
                List.of(Rule.answer(endpoint(), 200, TOKEN.replace("}", echo + "}"))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            c0ffee-id                  | client_id  | ,"client_id":"C0FFEE-id"
            /subscriptions/s/x/id-1    | msi_res_id | ,"msi_res_id":"/Subscriptions/S/x/id-1"
            /subscriptions/s/x/id-1    | msi_res_id | ,"msi_res_id":"","mi_res_id":"/subscriptions/s/x/id-1"
            """, quoteCharacter = '`')
    void theAgentOfAzureArcIsAskedForTheIdentityOfTheConfigFile(String identity, String parameter, String echo) {
        Outcome outcome = arc(identity, echo);

        assertThat(outcome.out()).as(outcome.err()).contains("acr:foo.azurecr.io:aad:rare");
        assertThat(outcome.seen().getFirst().query()).containsEntry(parameter, identity)
                .containsEntry("api-version", "2020-06-01");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            c0ffee-id               | ,"token_type":"Bearer"
            c0ffee-id               | ,"client_id":"of-the-machine"
            c0ffee-id               | ,"client_id":7
            c0ffee-id               | ,"msi_res_id":"c0ffee-id"
            /subscriptions/s/x/id-1 | ,"client_id":"/subscriptions/s/x/id-1"
            /subscriptions/s/x/id-1 | ,"msi_res_id":"/subscriptions/s/x/id-2","mi_res_id":"/subscriptions/s/x/id-1"
            """, quoteCharacter = '`')
    void aTokenThatTheAgentOfAzureArcDoesNotConfirmIsNotUsed(String identity, String echo) {
        Outcome outcome = arc(identity, echo);

        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.err()).contains("did not confirm that the token is for " + identity,
                "userAssignedIdentityID");
        assertThat(outcome.seen()).as("nothing is sent to the registry").hasSize(1);
    }

    @Test
    void theEndpointOfServiceFabricIsRefused() {
        program.environment
                .putAll(Map.of("IDENTITY_ENDPOINT", endpoint(), "IDENTITY_HEADER", "a-header",
                        "IDENTITY_SERVER_THUMBPRINT", "00"));

        Outcome outcome = managed();

        assertThat(outcome.err()).contains("a node is not a Service Fabric application");
        assertThat(outcome.seen()).isEmpty();
    }

    private Outcome withCertificate(Path file, String password) {
        return program.call("{\"tenantId\":\"t-1\",\"aadClientId\":\"app\",\"aadClientCertPath\":\"" + file
                + "\",\"aadClientCertPassword\":\"" + password + "\"}", Program.request(Program.IMAGE), List.of());
    }

    @Test
    void aStoreOpensWithItsPassword() throws IOException, GeneralSecurityException {
        KeyPair pair = Authority.pair("RSA");
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("app", pair.getPrivate(), "store-word".toCharArray(),
                new X509Certificate[]{program.authority.certificate("app", pair)});
        Path file = folder.resolve("app.pfx");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, "store-word".toCharArray());
        }

        Outcome outcome = withCertificate(file, "store-word");

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(withCertificate(file, "other-word").err()).contains("cannot be read as PEM or PKCS#12");
    }

    @Test
    void aBareKeyOfRsaIsRead() throws IOException {
        KeyPair pair = Authority.pair("RSA");
        byte[] bare = PrivateKeyInfo.getInstance(pair.getPrivate().getEncoded())
                .parsePrivateKey()
                .toASN1Primitive()
                .getEncoded();
        String key = "-----BEGIN RSA PRIVATE KEY-----\n" + Base64.getMimeEncoder().encodeToString(bare)
                + "\n-----END RSA PRIVATE KEY-----\n";
        String other = Authority.pem(program.authority.certificate());

        Outcome outcome = withCertificate(
                Files.writeString(folder.resolve("app.pem"),
                        other + Authority.pem(program.authority.certificate("app", pair)) + key),
                "");

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(withCertificate(Files.writeString(folder.resolve("other.pem"), other + key), "").err())
                .contains("has a key that belongs to none of its certificates");
    }
}
