package io.azureccm.common.config.options;

/**
 * Options of the service-controller.
 *
 * @param resourceLease     whether the lease that AKS components share is held while writing to Azure
 * @param loadBalancerClass the class of the Services that are served; empty for those without a class
 */
public record ServiceOptions(boolean resourceLease, String loadBalancerClass) {}
