package io.azureccm.common.config.cloud;


/**
 * Domain suffixes of one cloud, without a leading dot.
 *
 * @param virtualMachineDns suffix of DNS labels of public IPs, below the location
 */
public record CloudSuffixes(String virtualMachineDns, String storage, String keyVaultDns, String containerRegistry) {}
