package io.azureccm.common.config.identity;

import java.util.Objects;

/** The Key Vault secret that holds an access token for the network tenant. */
public record AuxiliaryTokenProvider(String subscriptionId, String resourceGroup, String vaultName, String secretName) {

    public AuxiliaryTokenProvider {
        Objects.requireNonNull(subscriptionId);
        Objects.requireNonNull(resourceGroup);
        Objects.requireNonNull(vaultName);
        Objects.requireNonNull(secretName);
    }
}
