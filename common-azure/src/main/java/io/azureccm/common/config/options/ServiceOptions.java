package io.azureccm.common.config.options;

/**
 * Work of the service-controller.
 *
 * @param resourceLease whether the lease that components of AKS take turns on is held while Azure is written to
 */
public record ServiceOptions(boolean resourceLease) {}
