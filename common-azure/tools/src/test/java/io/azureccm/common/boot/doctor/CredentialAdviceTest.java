package io.azureccm.common.boot.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.credential.CredentialSpec;
import io.azureccm.common.config.value.Secret;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Advice about a credential fits its kind and never contains a secret. */
class CredentialAdviceTest {
    @Test
    void managedIdentityIsAssignedAndNotResetLikeASecret() {
        assertThat(advice(new CredentialSpec.SystemAssigned())).contains("az vmss identity assign --resource-group rg")
                .doesNotContain("credential reset");
        assertThat(advice(new CredentialSpec.UserAssignedClientId("id-1"))).contains("--identities id-1");
    }

    @Test
    void secretIsResetAndACertificateAndAFederationAreLookedAt() {
        assertThat(advice(new CredentialSpec.ClientSecret("t", "app", Secret.of("hidden"), List.of())))
                .contains("az ad sp credential reset --id app", "aadClientSecret")
                .doesNotContain("hidden", "identity assign");
        assertThat(advice(
                new CredentialSpec.ClientCertificate("t", "app", "/c.pem", Secret.of("hidden"), List.of())))
                .contains("-enddate -in /c.pem")
                .doesNotContain("hidden");
        assertThat(advice(new CredentialSpec.WorkloadIdentity("t", "app", "/token")))
                .contains("federated-credential list --id app");
    }

    @Test
    void roleIsAssignedToWhoIsKnown() {
        assertThat(new CredentialAdvice(new CredentialSpec.WorkloadIdentity("t", "app", "/token"), "rg").assignee())
                .isEqualTo("app");
        assertThat(new CredentialAdvice(new CredentialSpec.SystemAssigned(), "rg").assignee()).isEqualTo("IDENTITY");
    }

    private static String advice(CredentialSpec spec) {
        return new CredentialAdvice(spec, "rg").withoutToken();
    }
}
