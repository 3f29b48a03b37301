package io.azureccm.common.config.flags;

/**
 * Work of the service-controller.
 *
 * @param concurrency the reference's number of Services in work at once; load balancers are worked on in parallel here
 */
public record ServiceOptions(int concurrency) {}
