package io.azureccm.common.arm.credential;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpPipeline;
import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.arm.ApiVersions;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.http.ArmEndpoint;
import io.azureccm.common.arm.http.ArmErrors;
import io.azureccm.common.arm.http.ArmExchangeListener;
import io.azureccm.common.arm.http.ArmRequest;
import io.azureccm.common.arm.http.ArmResponse;
import io.azureccm.common.arm.http.ArmTokens;
import io.azureccm.common.arm.http.ArmTokens.TokenRequest;
import io.azureccm.common.arm.http.ArmWire;
import io.azureccm.common.arm.http.ResponseLimits;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.identity.AuxiliaryTokenProvider;
import io.azureccm.common.core.ArmId;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads a vault from ARM and a secret from the vault, each with a token for its own audience. */
public final class KeyVaultReads {
    private static final String VAULTS = "Microsoft.KeyVault/vaults";
    private static final String SECRETS_API = "7.4";

    private final AzureCloud cloud;
    private final HttpPipeline pipeline;
    private final ArmExchangeListener listener;
    private final ArmClock clock;

    public KeyVaultReads(AzureCloud cloud, HttpPipeline pipeline, ArmExchangeListener listener, ArmClock clock) {
        this.cloud = cloud;
        this.pipeline = pipeline;
        this.listener = listener;
        this.clock = clock;
    }

    /** The vault resource in ARM. */
    JsonNode vault(AuxiliaryTokenProvider source, TokenCredential reader) {
        ArmId id = ArmId.of(source.subscriptionId(), source.resourceGroup(), VAULTS, source.vaultName());
        URI url = ArmEndpoint.of(cloud.resourceManagerEndpoint()).url(id, "", Map.of(), ApiVersions.AZURE.of(id));
        return read(ArmRequest.get(id, url), reader, cloud.tokenScope());
    }

    /** The secret bundle at the vault's address. */
    JsonNode secret(AuxiliaryTokenProvider source, String vaultUri, TokenCredential reader) {
        ArmId id = ArmId.of(source.subscriptionId(), source.resourceGroup(), VAULTS, source.vaultName());
        ArmEndpoint vault = ArmEndpoint.of(vaultUri);
        String suffix = cloud.keyVaultDns();
        String host = vault.base().getHost().toLowerCase(Locale.ROOT);
        if (!host.equals(suffix) && !host.endsWith("." + suffix)) {
            throw new IllegalStateException("auxiliaryTokenProvider: the address " + vaultUri + " of vault "
                    + source.vaultName() + " is not below " + suffix + ", so no token is sent to it");
        }
        URI url = vault.base().resolve("secrets/" + source.secretName() + "?api-version=" + SECRETS_API);
        return read(ArmRequest.get(id, url), reader, "https://" + suffix + "/.default");
    }

    private JsonNode read(ArmRequest request, TokenCredential reader, String scope) {
        String server = ArmEndpoint.server(URI.create(cloud.authorityHost()));
        TokenRequest what = new TokenRequest(scope, "", server);
        ArmWire wire = new ArmWire(pipeline, new ArmTokens(() -> reader, what, clock), List.of(),
                ResponseLimits.DEFAULT,
                listener,
                clock);
        ArmResponse response = wire.send(request);
        if (response.status() != 200)
            throw ArmErrors.of(request, response);
        return response.object()
                .orElseThrow(() -> ArmErrors.unreadable(request, response, "a body that is not a JSON object"));
    }
}
