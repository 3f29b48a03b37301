package io.azureccm.common.arm.gateway;

import static io.azureccm.common.arm.gateway.PipelineArmGatewayTest.fails;
import static io.azureccm.common.arm.gateway.ScriptedArm.LB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.credential.AccessToken;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.credential.DataPlaneIdentity;
import io.azureccm.common.arm.credential.FallbackCredential;
import io.azureccm.common.arm.credential.FileCredential;
import io.azureccm.common.arm.credential.TestCertificates;
import io.azureccm.common.arm.http.ArmBodies;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** From the keys of azure.json to the headers that reach ARM, for every way to authenticate. */
class ArmConnectionTest {
    private static final String NETWORK = "99999999-2222-3333-4444-555555555555";
    private static final Map<String, String> SECRET = Map.of("tenantId", "home", "aadClientId", "app",
            "aadClientSecret", "s3cret");

    private final CloudServer azure = new CloudServer();

    @TempDir
    Path directory;

    @AfterEach
    void stop() {
        azure.close();
    }

    @Test
    void clientSecretGivesATokenForTheAudienceOfTheCloud() {
        ArmGateway gateway = azure.open(SECRET);
        gateway.get(LB);
        gateway.get(LB);

        assertThat(azure.tokenForms()).singleElement()
                .asString()
                .startsWith("/home/oauth2/v2.0/token ")
                .contains("client_id=app", "client_secret=s3cret", "scope=https://arm.test/.default");
        assertThat(azure.armRequests()).hasSize(2)
                .allSatisfy(request -> assertThat(request.header("Authorization")).isEqualTo("Bearer home/app"));
        assertThat(azure.armRequests().getFirst().header("x-ms-authorization-auxiliary")).isEmpty();
    }

    @Test
    void userAgentOfTheConfigReplacesOurs() {
        azure.open(SECRET).get(LB);
        azure.open(with(SECRET, "userAgent", "mine/2")).get(LB);

        assertThat(azure.armRequests()).extracting(request -> request.header("User-Agent"))
                .containsExactly("agent/1", "mine/2");
    }

    @Test
    void certificateInPemOrPkcs12SignsAndSendsItsChain() throws Exception {
        TestCertificates identity = TestCertificates.create("Identity CA");
        Path pem = Files.writeString(directory.resolve("id.pem"),
                TestCertificates.pem("PRIVATE KEY", identity.serverKeys
                        .getPrivate()
                        .getEncoded()) + TestCertificates.pem(identity.server) + TestCertificates.pem(identity.ca));
        Path pfx = pkcs12("id.pfx", identity, "pass");

        azure.open(Map.of("tenantId", "home", "aadClientId", "pem", "aadClientCertPath", pem.toString())).get(LB);
        azure.open(Map.of("tenantId", "home", "aadClientId", "pfx", "aadClientCertPath", pfx.toString(),
                "aadClientCertPassword", "pass")).get(LB);

        assertThat(azure.armRequests()).extracting(request -> request.header("Authorization"))
                .containsExactly("Bearer home/pem", "Bearer home/pfx");
        assertThat(chains()).hasSize(2).allSatisfy(chain -> assertThat(chain).hasSize(2));
    }

    /** As openssl writes keys unless asked for PKCS#8, and as chains are often assembled. */
    @Test
    void pemMayHaveAPlainRsaKeyAndCertificatesInAnyOrder() throws Exception {
        TestCertificates identity = TestCertificates.create("Identity CA");
        byte[] plain = PrivateKeyInfo.getInstance(identity.serverKeys.getPrivate().getEncoded())
                .parsePrivateKey()
                .toASN1Primitive()
                .getEncoded();
        Path pem = Files.writeString(directory.resolve("id.pem"), TestCertificates.pem(identity.ca)
                + TestCertificates.pem(identity.server) + TestCertificates.pem("RSA PRIVATE KEY", plain));

        azure.open(Map.of("tenantId", "home", "aadClientId", "pem", "aadClientCertPath", pem.toString())).get(LB);

        assertThat(azure.armRequests()).singleElement()
                .extracting(request -> request.header("Authorization"))
                .isEqualTo("Bearer home/pem");
        assertThat(chains()).singleElement()
                .asString()
                .startsWith("[\"" + Base64.getEncoder().encodeToString(identity.server.getEncoded()) + "\",");
    }

    /** The chain of certificates in each assertion. */
    private List<JsonNode> chains() {
        return azure.tokenForms().stream().map(form -> {
            String assertion = form.replaceAll(".*client_assertion=([^&]*).*", "$1");
            byte[] header = Base64.getUrlDecoder().decode(assertion.split("\\.")[0]);
            return ArmBodies.read(header).orElseThrow().path("x5c");
        }).toList();
    }

    @Test
    void workloadIdentitySendsTheTokenOfItsFile() throws Exception {
        Path token = Files.writeString(directory.resolve("token"), "projected");

        azure.open(Map.of("tenantId", "home", "aadClientId", "app", "useFederatedWorkloadIdentityExtension", "true",
                "aadFederatedTokenFile", token.toString())).get(LB);

        assertThat(azure.tokenForms()).singleElement().asString().contains("client_assertion=projected");
        assertThat(azure.armRequests().getFirst().header("Authorization")).isEqualTo("Bearer home/app");
    }

    @Test
    void identityDataPlaneFileIsReadAgainWhenItChanges() throws Exception {
        Path file = directory.resolve("identity.json");
        writeIdentity(file, "first");
        FileCredential credential = new FileCredential(DataPlaneIdentity.KEY, file, content -> {
            DataPlaneIdentity identity = DataPlaneIdentity.parse(file.toString(), content);
            assertThat(identity.certificate()).isNotNull();
            return request -> Mono.just(new AccessToken(identity.tenantId() + "/" + identity.clientId(), null));
        });

        assertThat(credential.getTokenSync(null).getToken()).isEqualTo("home/first");
        writeIdentity(file, "second");
        assertThat(credential.getTokenSync(null).getToken()).isEqualTo("home/second");

        azure.open(Map.of("tenantId", "home", "aadMSIDataPlaneIdentityPath", file.toString())).get(LB);
        assertThat(azure.armRequests().getFirst().header("Authorization")).isEqualTo("Bearer home/second");
    }

    @Test
    void networkTenantHasItsOwnTokenAndRidesAlongElsewhere() {
        ArmGateway gateway = azure.open(with(with(SECRET, "networkResourceTenantID", "net"),
                "networkResourceSubscriptionID", NETWORK));
        gateway.get(ArmId.of(ScriptedArm.SUBSCRIPTION, "rg", ArmTypes.SCALE_SET, "vmss"));
        gateway.get(ArmId.of(NETWORK.toUpperCase(Locale.ROOT), "rg", ArmTypes.LOAD_BALANCER, "lb"));

        ScriptedServer.Request compute = azure.armRequests().get(0);
        ScriptedServer.Request network = azure.armRequests().get(1);
        assertThat(compute.header("Authorization")).isEqualTo("Bearer home/app");
        assertThat(compute.header("x-ms-authorization-auxiliary")).isEqualTo("Bearer net/app");
        assertThat(network.header("Authorization")).isEqualTo("Bearer net/app");
        assertThat(network.header("x-ms-authorization-auxiliary")).isEmpty();
    }

    @Test
    void otherTenantWithoutASubscriptionThereIsRefused() {
        assertThatThrownBy(() -> azure.open(with(SECRET, "networkResourceTenantID", "net")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("networkResourceSubscriptionID");
    }

    @Test
    void springsCredentialStepsInWhenTheConfigHasNone() {
        FallbackCredential spring = (cloud, http) -> Optional
                .of(request -> Mono.just(new AccessToken("spring", OffsetDateTime.MAX.minusYears(1))));

        azure.open(Map.of(), Map.of(), spring, azure.cloud()).get(LB);
        azure.open(SECRET, Map.of(), spring, azure.cloud()).get(LB);

        assertThat(azure.armRequests()).extracting(request -> request.header("Authorization"))
                .containsExactly("Bearer spring", "Bearer home/app");
        assertThatThrownBy(() -> azure.open(Map.of())).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no credential");
    }

    @Test
    void refusedSecretIsOneLineWithEntrasTextAndWithoutTheSecret() {
        azure.refusal = "AADSTS7000215: Invalid client secret provided. Ensure it is the value. Trace ID: 0 Correlation ID: 1";

        ArmException error = fails(() -> azure.open(SECRET).get(LB));

        assertThat(error.kind()).isEqualTo(Kind.UNAUTHENTICATED);
        assertThat(error.getMessage()).isEqualTo("GET loadBalancers/kubernetes: the token service "
                + azure.server.base().substring(8)
                + " refused to issue a token: AADSTS7000215: Invalid client secret provided. Ensure it is the value.");
        assertThat(azure.tokenForms()).hasSize(1);
        assertThat(azure.armRequests()).isEmpty();
    }

    @Test
    void unreachableAuthorityAndOneWithAnotherCaAreNamed() throws IOException {
        try (Socket silent = new Socket()) {
            silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String host = "localhost:" + silent.getLocalPort();
            AzureCloud away = authority("https://" + host);
            assertThat(fails(() -> azure.open(SECRET, Map.of(), FallbackCredential.NONE, away).get(LB)))
                    .hasMessageStartingWith("GET loadBalancers/kubernetes: no token for ARM: cannot reach " + host)
                    .extracting(ArmException::code)
                    .isEqualTo("TokenServiceUnreachable");
        }
        try (ScriptedServer other = new ScriptedServer(TestCertificates.create("Other CA"))) {
            assertThat(fails(() -> azure.open(SECRET, Map.of(), FallbackCredential.NONE, authority(other.base()))
                    .get(LB))).hasMessageContaining("certificate of localhost is not trusted")
                    .extracting(ArmException::code)
                    .isEqualTo("CertificateNotTrusted");
        }
    }

    @Test
    void missingFilesAreNamedWhenTheConnectionIsOpened() {
        assertThatThrownBy(() -> azure.open(Map.of("tenantId", "home", "aadClientId", "app", "aadClientCertPath",
                "/nowhere/id.pem"))).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("aadClientCertPath: /nowhere/id.pem does not exist");
    }

    private AzureCloud authority(String host) {
        AzureCloud cloud = azure.cloud();
        return new AzureCloud(cloud.name(), cloud.resourceManagerEndpoint(), host, cloud.tokenAudience(),
                cloud.keyVaultDns());
    }

    private void writeIdentity(Path file, String client) throws IOException, GeneralSecurityException {
        Path pfx = pkcs12(client + ".pfx", TestCertificates.SHARED, "");
        Files.writeString(file,
                "{\"tenant_id\":\"home\",\"client_id\":\"" + client + "\",\"authentication_endpoint\":\""
                        + azure.server.base() + "/\",\"client_secret\":\""
                        + Base64.getEncoder().encodeToString(Files.readAllBytes(pfx)) + "\"}");
    }

    private Path pkcs12(String name, TestCertificates identity, String password)
            throws IOException, GeneralSecurityException {
        Path file = directory.resolve(name);
        try (OutputStream out = Files.newOutputStream(file)) {
            identity.pkcs12(password).store(out, password.toCharArray());
        }
        return file;
    }

    private static Map<String, String> with(Map<String, String> keys, String key, String value) {
        Map<String, String> more = new HashMap<>(keys);
        more.put(key, value);
        return more;
    }
}
