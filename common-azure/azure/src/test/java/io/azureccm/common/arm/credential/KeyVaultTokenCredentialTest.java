package io.azureccm.common.arm.credential;

import static io.azureccm.common.arm.gateway.PipelineArmGatewayTest.fails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.VirtualClock;
import io.azureccm.common.arm.gateway.ArmClientSettings;
import io.azureccm.common.arm.gateway.ArmTransport;
import io.azureccm.common.arm.gateway.CloudServer;
import io.azureccm.common.arm.gateway.ScriptedArm;
import io.azureccm.common.arm.gateway.ScriptedServer;
import io.azureccm.common.arm.http.ResponseLimits;
import io.azureccm.common.arm.http.TrustFiles;
import io.azureccm.common.arm.operation.OperationSettings;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.identity.AuxiliaryTokenProvider;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

/** Tokens that somebody else puts into a Key Vault secret. */
class KeyVaultTokenCredentialTest {
    private static final AuxiliaryTokenProvider SOURCE = new AuxiliaryTokenProvider(ScriptedArm.SUBSCRIPTION, "rg",
            "vault", "token");

    private final CloudServer azure = new CloudServer();
    private final TokenCredential reader = request -> Mono
            .just(new AccessToken("for " + request.getScopes().getFirst(), OffsetDateTime.MAX.minusYears(1)));

    @AfterEach
    void stop() {
        azure.close();
    }

    @ParameterizedTest
    @CsvSource({"2030-01-01T00:00:00Z", "1893456000"})
    void tokenAndExpiryComeFromTheSecretReadWithATokenForTheVault(String expiry) {
        azure.vaultSecret = secret("{\"access_token\":\"other\",\"expires_on\":\"" + expiry + "\"}");

        AccessToken token = credential(azure.cloud()).getTokenSync(null);

        assertThat(token.getToken()).isEqualTo("other");
        assertThat(token.getExpiresAt().toInstant()).isEqualTo(Instant.parse("2030-01-01T00:00:00Z"));
        List<ScriptedServer.Request> requests = azure.server.requests();
        assertThat(requests).extracting(request -> request.header("Authorization"))
                .containsExactly("Bearer for https://arm.test/.default", "Bearer for https://localhost/.default");
        assertThat(requests.get(0).path())
                .contains("/providers/Microsoft.KeyVault/vaults/vault?api-version=2024-11-01");
        assertThat(requests.get(1).path()).isEqualTo("/secrets/token?api-version=7.4");
    }

    @Test
    void vaultIsLookedUpOnceAndTheSecretEachTime() {
        azure.vaultSecret = secret("{\"access_token\":\"other\",\"expires_on\":\"1893456000\"}");
        KeyVaultTokenCredential credential = credential(azure.cloud());

        credential.getTokenSync(null);
        credential.getTokenSync(null);

        assertThat(azure.server.calls()).filteredOn(call -> call.contains("/vaults/")).hasSize(1);
        assertThat(azure.server.calls()).filteredOn(call -> call.contains("/secrets/")).hasSize(2);
    }

    @Test
    void tokenIsNotSentToAVaultOutsideTheCloud() {
        AzureCloud real = new AzureCloud("Test", azure.server.base(), azure.server.base(), "https://arm.test",
                AzureCloud.PUBLIC.keyVaultDns());

        assertThatThrownBy(() -> credential(real).getTokenSync(null)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is not below vault.azure.net");
        assertThat(azure.server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain text", "{}", "{\"access_token\":\"x\"}",
            "{\"access_token\":\"x\",\"expires_on\":\"soon\"}"})
    void unusableSecretIsNamedWithoutItsContent(String value) {
        azure.vaultSecret = secret(value);

        assertThatThrownBy(() -> credential(azure.cloud()).getTokenSync(null)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the secret token of vault vault cannot be used")
                .hasMessageNotContaining(value);
    }

    @Test
    void missingVaultIsAnError() {
        azure.server.error(404, "ResourceNotFound");

        assertThat(fails(() -> credential(azure.cloud()).getTokenSync(null)).kind())
                .isEqualTo(ArmException.Kind.NOT_FOUND);
    }

    private static String secret(String value) {
        return "{\"value\":\"" + value.replace("\"", "\\\"") + "\"}";
    }

    private KeyVaultTokenCredential credential(AzureCloud cloud) {
        VirtualClock clock = new VirtualClock();
        ArmClientSettings settings = new ArmClientSettings("agent/1", OperationSettings.DEFAULT,
                ResponseLimits.DEFAULT, Duration.ofMinutes(2), Duration.ofMinutes(2), 0);
        return new KeyVaultTokenCredential(SOURCE, reader, new KeyVaultReads(cloud, ArmTransport.pipeline(
                ArmTransport.open(TrustFiles.SHARED.context(), settings, clock), "agent/1"),
                (verb, target, status, took, remaining) -> {}, clock));
    }
}
