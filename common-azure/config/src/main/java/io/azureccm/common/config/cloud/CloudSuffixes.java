package io.azureccm.common.config.cloud;

import java.util.Objects;

/**
 * Domain suffixes of one cloud, without a leading dot.
 *
 * @param virtualMachineDns suffix of DNS labels of public IPs, below the location
 */
public record CloudSuffixes(String virtualMachineDns, String storage, String keyVaultDns, String containerRegistry) {

    public CloudSuffixes {
        Objects.requireNonNull(virtualMachineDns);
        Objects.requireNonNull(storage);
        Objects.requireNonNull(keyVaultDns);
        Objects.requireNonNull(containerRegistry);
    }
}
