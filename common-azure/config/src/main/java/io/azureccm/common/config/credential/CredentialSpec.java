package io.azureccm.common.config.credential;

import io.azureccm.common.config.identity.AuxiliaryTokenProvider;
import io.azureccm.common.config.value.Secret;
import java.util.List;

/** How to obtain tokens, as a value; the credential objects themselves are built elsewhere. */
public sealed interface CredentialSpec {

    /** A projected service account token is exchanged for an Azure token. */
    record WorkloadIdentity(String tenantId, String clientId, String tokenFile) implements CredentialSpec {}

    /** The managed identity of the machine that the program runs on. */
    sealed interface ManagedIdentity extends CredentialSpec {}

    /** The machine's system-assigned identity. */
    record SystemAssigned() implements ManagedIdentity {}

    /** A user-assigned identity, by its client id. */
    record UserAssignedClientId(String clientId) implements ManagedIdentity {}

    /** A user-assigned identity, by its ARM id. */
    record UserAssignedResourceId(String resourceId) implements ManagedIdentity {}

    /** An application with a secret; {@code tenants} are those it may request tokens for besides its own. */
    record ClientSecret(String tenantId, String clientId, Secret secret, List<String> additionalTenants)
            implements
                CredentialSpec {

        public ClientSecret {
            additionalTenants = List.copyOf(additionalTenants);
        }
    }

    /** An application with a PEM or PKCS#12 certificate file; the certificate chain is sent along. */
    record ClientCertificate(String tenantId, String clientId, String certificateFile, Secret password,
            List<String> additionalTenants) implements CredentialSpec {

        public ClientCertificate {
            additionalTenants = List.copyOf(additionalTenants);
        }
    }

    /** A file with the credentials of a user-assigned identity (certificate, tenant, client id, authority). */
    record MsiDataPlaneFile(String file) implements CredentialSpec {}

    /** A token read with another credential from a Key Vault secret that contains JSON {@code {access_token, expires_on}}. */
    record KeyVaultToken(AuxiliaryTokenProvider source, CredentialSpec reader) implements CredentialSpec {}

    /** No credential is configured. */
    record None() implements CredentialSpec {}
}
