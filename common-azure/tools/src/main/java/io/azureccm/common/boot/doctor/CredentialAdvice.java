package io.azureccm.common.boot.doctor;

import io.azureccm.common.config.credential.CredentialSpec;

/** The commands that help with a credential, which differ by its kind. {@code group}: the resource group of the cluster. */
record CredentialAdvice(CredentialSpec credential, String group) {
    private static final String UNKNOWN = "IDENTITY";

    /** When there is no token, or ARM rejects it. */
    String withoutToken() {
        return switch (credential) {
            case CredentialSpec.ClientSecret(String tenant, String client, var secret, var others) ->
                "az ad sp credential reset --id " + client + "; then put the new secret into aadClientSecret";
            case CredentialSpec.ClientCertificate certificate -> "openssl x509 -noout -enddate -in "
                    + certificate.certificateFile() + "; az ad app credential list --cert --id "
                    + certificate.clientId();
            case CredentialSpec.WorkloadIdentity workload -> "az ad app federated-credential list --id "
                    + workload.clientId() + " or az identity federated-credential list --identity-name NAME"
                    + " --resource-group " + group + ": issuer and subject must be those of the service account";
            case CredentialSpec.UserAssignedClientId(String client) -> assign(client);
            case CredentialSpec.UserAssignedResourceId(String resource) -> assign(resource);
            case CredentialSpec.SystemAssigned() -> "az vmss identity assign --resource-group " + group
                    + " --name NAME, or az vm identity assign for a machine of its own";
            case CredentialSpec.MsiDataPlaneFile(String file) -> "ls -l " + file + ": it must be readable and renewed";
            case CredentialSpec.KeyVaultToken token -> new CredentialAdvice(token.reader(), group).withoutToken();
            case CredentialSpec.None() -> "name a credential in azure.json, for example useManagedIdentityExtension";
        };
    }

    private String assign(String identity) {
        return "az vmss identity assign --resource-group " + group + " --name NAME --identities " + identity
                + " (by the ARM id), or az vm identity assign for a machine of its own";
    }

    /** Who is to be given a role. */
    String assignee() {
        return switch (credential) {
            case CredentialSpec.ClientSecret secret -> secret.clientId();
            case CredentialSpec.ClientCertificate certificate -> certificate.clientId();
            case CredentialSpec.WorkloadIdentity workload -> workload.clientId();
            case CredentialSpec.UserAssignedClientId(String client) -> client;
            case CredentialSpec.KeyVaultToken token -> new CredentialAdvice(token.reader(), group).assignee();
            case CredentialSpec.UserAssignedResourceId _,CredentialSpec.SystemAssigned _,CredentialSpec.MsiDataPlaneFile _,CredentialSpec.None _ ->
                UNKNOWN;
        };
    }
}
