package io.azureccm.common.config.identity;

import io.azureccm.common.config.key.Key;

/** Workload identity federation: on or off, and the file that contains the service account token. */
public record FederationConfig(
        @Key(value = "useFederatedWorkloadIdentityExtension", effect = "Uses workload identity federation; the"
                + " environment variable AZURE_FEDERATED_TOKEN_FILE also enables it") boolean enabled,
        @Key(value = "aadFederatedTokenFile", effect = "File with the projected service account token; the"
                + " environment variable AZURE_FEDERATED_TOKEN_FILE takes precedence") String tokenFile) {}
