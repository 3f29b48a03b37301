package io.azureccm.common.config.identity;

import io.azureccm.common.config.value.Secret;
import java.util.Objects;
import java.util.Optional;

/**
 * All credential keys as given, including environment overrides; which one is used is decided elsewhere.
 *
 * @param clientId                 application (client) id, empty if not set
 * @param msiDataPlaneIdentityPath file with credentials of a user-assigned identity, empty if not set
 */
public record CredentialConfig(String clientId, Secret clientSecret, ClientCertificateFile certificate,
        ManagedIdentityConfig managedIdentity, FederationConfig federation,
        Optional<AuxiliaryTokenProvider> auxiliaryTokenProvider, String msiDataPlaneIdentityPath) {

    public CredentialConfig {
        Objects.requireNonNull(clientSecret);
        Objects.requireNonNull(certificate);
        Objects.requireNonNull(managedIdentity);
        Objects.requireNonNull(federation);
        Objects.requireNonNull(auxiliaryTokenProvider);
    }
}
