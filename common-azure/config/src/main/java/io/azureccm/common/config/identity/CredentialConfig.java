package io.azureccm.common.config.identity;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.TextForm;
import io.azureccm.common.config.value.Secret;
import java.util.Optional;

/**
 * All credential keys as given, including environment overrides; which one is used is decided elsewhere.
 *
 * @param clientId                 application (client) id, empty if not set
 * @param msiDataPlaneIdentityPath file with credentials of a user-assigned identity, empty if not set
 */
public record CredentialConfig(
        @Key(value = "aadClientId", is = TextForm.ID, effect = "Application (client) id; the environment variable"
                + " AZURE_CLIENT_ID takes precedence") String clientId,
        @Key(value = "aadClientSecret", effect = "Secret of the application; the environment variable"
                + " AZURE_CLIENT_SECRET takes precedence") Secret clientSecret,
        ClientCertificateFile certificate,
        ManagedIdentityConfig managedIdentity,
        FederationConfig federation,
        @Key(value = "auxiliaryTokenProvider", effect = "Key Vault secret with a token for the network tenant;"
                + " required if a managed identity works across tenants") Optional<AuxiliaryTokenProvider> auxiliaryTokenProvider,
        @Key(value = "aadMSIDataPlaneIdentityPath", effect = "File with the credentials of a user-assigned identity,"
                + " as issued by the identity data plane") String msiDataPlaneIdentityPath) {}
