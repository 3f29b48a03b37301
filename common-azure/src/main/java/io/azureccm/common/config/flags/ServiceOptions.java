package io.azureccm.common.config.flags;

/**
 * Work of the service-controller.
 *
 * @param concurrency the reference's number of Services in work at once; load balancers are worked on in parallel here
 * @param resourceLease whether the lease that components of AKS take turns on is held while Azure is written to
 */
public record ServiceOptions(int concurrency, boolean resourceLease) {}
