package io.azureccm.common.config.credential;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.credential.CredentialSpec.ClientCertificate;
import io.azureccm.common.config.credential.CredentialSpec.ClientSecret;
import io.azureccm.common.config.credential.CredentialSpec.KeyVaultToken;
import io.azureccm.common.config.credential.CredentialSpec.MsiDataPlaneFile;
import io.azureccm.common.config.credential.CredentialSpec.None;
import io.azureccm.common.config.credential.CredentialSpec.SystemAssigned;
import io.azureccm.common.config.credential.CredentialSpec.UserAssignedClientId;
import io.azureccm.common.config.credential.CredentialSpec.UserAssignedResourceId;
import io.azureccm.common.config.credential.CredentialSpec.WorkloadIdentity;
import io.azureccm.common.config.identity.AuxiliaryTokenProvider;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import io.azureccm.common.config.value.Secret;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CredentialChoiceTest {

    private static final String WORKLOAD = "useFederatedWorkloadIdentityExtension: true, aadFederatedTokenFile: /token, ";

    private static final String MANAGED = "useManagedIdentityExtension: true, ";

    private static final String SECRET = "aadClientSecret: hush-hush, ";

    private static final String CERTIFICATE = "aadClientCertPath: /cert.pem, aadClientCertPassword: open-sesame, ";

    private static final String DATA_PLANE = "aadMSIDataPlaneIdentityPath: /identity.json, ";

    private static final String BASE = "tenantId: t, aadClientId: c";

    @Test
    void theFirstConfiguredMethodIsTaken() {
        assertThat(compute(WORKLOAD + MANAGED + SECRET + CERTIFICATE + DATA_PLANE + BASE))
                .isEqualTo(new WorkloadIdentity("t", "c", "/token"));
        assertThat(compute(MANAGED + SECRET + CERTIFICATE + DATA_PLANE + BASE)).isEqualTo(new SystemAssigned());
        assertThat(compute(SECRET + CERTIFICATE + DATA_PLANE + BASE))
                .isEqualTo(new ClientSecret("t", "c", Secret.of("hush-hush"), List.of()));
        assertThat(compute(CERTIFICATE + DATA_PLANE + BASE))
                .isEqualTo(new ClientCertificate("t", "c", "/cert.pem", Secret.of("open-sesame"), List.of()));
        assertThat(compute(DATA_PLANE + BASE)).isEqualTo(new MsiDataPlaneFile("/identity.json"));
        assertThat(compute(BASE)).isEqualTo(new None());
    }

    @Test
    void theTokenFileVariableSwitchesWorkloadIdentityOn() {
        CloudConfig config = CloudConfigParser.parse(new ConfigLayer("azure.json", "{" + MANAGED + SECRET + BASE + "}"),
                Map.of("AZURE_FEDERATED_TOKEN_FILE", "/projected")).orThrow();

        assertThat(CredentialChoice.required(config, "azure.json").credentials().compute())
                .isEqualTo(new WorkloadIdentity("t", "c", "/projected"));
    }

    @Test
    void aUserAssignedIdentityIsKnownByClientIdOrResourceId() {
        assertThat(compute(MANAGED + "userAssignedIdentityID: 1-2-3")).isEqualTo(new UserAssignedClientId("1-2-3"));
        assertThat(compute(MANAGED + "userAssignedIdentityID: /SUBSCRIPTIONS/s/x"))
                .isEqualTo(new UserAssignedResourceId("/SUBSCRIPTIONS/s/x"));
    }

    @Test
    void oneTenantHasOneCredentialEvenIfTheNetworkTenantIsSpelledDifferently() {
        CloudCredentials credentials = choice("networkResourceTenantID: T, " + SECRET + BASE).credentials();

        assertThat(credentials.network()).isEqualTo(credentials.compute());
        assertThat(credentials.auxiliaryTenants()).isEmpty();
    }

    @Test
    void anApplicationLogsInToTheNetworkTenantAndSendsItsTokenAlong() {
        CloudCredentials secret = choice("networkResourceTenantID: n, " + SECRET + BASE).credentials();
        CloudCredentials certificate = choice("networkResourceTenantID: n, " + CERTIFICATE + BASE).credentials();

        assertThat(secret.compute()).isEqualTo(new ClientSecret("t", "c", Secret.of("hush-hush"), List.of("n")));
        assertThat(secret.network()).isEqualTo(new ClientSecret("n", "c", Secret.of("hush-hush"), List.of()));
        assertThat(secret.auxiliaryTenants()).containsExactly("n");
        assertThat(certificate.network())
                .isEqualTo(new ClientCertificate("n", "c", "/cert.pem", Secret.of("open-sesame"), List.of()));
        assertThat(certificate.auxiliaryTenants()).containsExactly("n");
    }

    @Test
    void aManagedIdentityReachesTheNetworkTenantWithATokenFromKeyVault() {
        CloudCredentials credentials = choice(MANAGED + "networkResourceTenantID: n, auxiliaryTokenProvider: "
                + "{subscriptionID: s, resourceGroup: g, vaultName: v, secretName: x}, " + BASE).credentials();

        KeyVaultToken token = new KeyVaultToken(new AuxiliaryTokenProvider("s", "g", "v", "x"), new SystemAssigned());
        assertThat(credentials.compute()).isEqualTo(new SystemAssigned());
        assertThat(credentials.network()).isEqualTo(token);
        assertThat(credentials.auxiliaryToken()).contains(token);
        assertThat(credentials.auxiliaryTenants()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            useManagedIdentityExtension: true, tenantId: t, networkResourceTenantID: n| ERROR| auxiliaryTokenProvider: is missing
            useFederatedWorkloadIdentityExtension: true, tenantId: t, aadClientId: c| ERROR| aadFederatedTokenFile: is missing, workload identity requires it
            aadClientSecret: hush-hush, tenantId: t| ERROR| aadClientId: is missing, aadClientSecret requires it
            aadClientCertPath: /c.pem, aadClientId: c| ERROR| tenantId: is missing, aadClientCertPath requires it
            aadMSIDataPlaneIdentityPath: /i, tenantId: t, networkResourceTenantID: n| WARNING| networkResourceTenantID: has no effect
            aadClientSecret: hush-hush, tenantId: t, aadClientId: c, auxiliaryTokenProvider: {subscriptionID: s, resourceGroup: g, vaultName: v, secretName: x}| WARNING| auxiliaryTokenProvider: has no effect
            cloudConfigType: file| ERROR| has no credential; expected one of
            cloudConfigType: merge| WARNING| has no credential; until there is one, every call to Azure is refused
            cloudConfigType: file, useInstanceMetadata: true| WARNING| has no credential; until there is one, every call to Azure is refused
            """)
    void whatIsMissingOrUselessIsSaid(String document, Severity severity, String message) {
        CredentialChoice choice = choice(document);

        assertThat(choice.problems()).singleElement().satisfies(p -> {
            assertThat(p.severity()).isEqualTo(severity);
            assertThat(p.text()).startsWith("azure.json: " + message).doesNotContain("hush-hush");
        });
        assertThat(choice.failed()).isEqualTo(severity == Severity.ERROR);
    }

    @Test
    void aCredentialFromElsewhereStepsInWithoutComplaint() {
        CredentialChoice choice = CredentialChoice.optional(parse("cloudConfigType: file"), "azure.json");

        assertThat(choice.problems()).isEmpty();
        assertThat(choice.credentials().configured()).isFalse();
    }

    @Test
    void printingACredentialShowsNoSecret() {
        assertThat(choice(SECRET + BASE).toString()).doesNotContain("hush-hush").contains("(redacted)");
        assertThat(choice(CERTIFICATE + BASE).toString()).doesNotContain("open-sesame");
    }

    private static CredentialSpec compute(String keys) {
        CredentialChoice choice = choice(keys);
        assertThat(choice.problems().stream().filter(ConfigProblem::isError)).isEmpty();
        return choice.credentials().compute();
    }

    private static CredentialChoice choice(String keys) {
        return CredentialChoice.required(parse(keys), "azure.json");
    }

    private static CloudConfig parse(String keys) {
        return CloudConfigParser.parse(new ConfigLayer("azure.json", "{" + keys + "}"), Map.of()).orThrow();
    }
}
