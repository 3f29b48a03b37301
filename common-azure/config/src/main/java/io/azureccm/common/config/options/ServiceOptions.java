package io.azureccm.common.config.options;

/**
 * Options of the service-controller.
 *
 * @param resourceLease whether the lease that AKS components share is held while writing to Azure
 */
public record ServiceOptions(boolean resourceLease) {}
