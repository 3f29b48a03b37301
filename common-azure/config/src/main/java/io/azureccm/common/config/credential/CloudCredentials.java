package io.azureccm.common.config.credential;

import java.util.List;
import java.util.Optional;

/**
 * The credential for each subscription.
 *
 * @param compute          for the cluster's subscription: machines, scale sets, private link services
 * @param network          for the network subscription; equal to {@code compute} unless tenants differ
 * @param auxiliaryTenants tenants whose tokens are sent along with calls to the cluster's subscription, obtained with
 *                         {@code compute}
 *
 * @param auxiliaryToken   source of the token that is sent along instead if {@code compute} is a managed identity
 */
public record CloudCredentials(CredentialSpec compute, CredentialSpec network, List<String> auxiliaryTenants,
        Optional<CredentialSpec.KeyVaultToken> auxiliaryToken) {

    public CloudCredentials {
        auxiliaryTenants = List.copyOf(auxiliaryTenants);
    }

    static CloudCredentials same(CredentialSpec spec) {
        return new CloudCredentials(spec, spec, List.of(), Optional.empty());
    }

    public boolean configured() {
        return !(compute instanceof CredentialSpec.None);
    }
}
