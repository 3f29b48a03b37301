package io.azureccm.common.config.options;

import java.time.Duration;
import java.util.List;

/**
 * Authorization on the port.
 *
 * @param kubeconfig       of the API that decides; empty for the controller's own
 * @param alwaysAllowPaths paths that need no authorization; one that ends in {@code *} covers all paths with that prefix
 * @param allowedTtl       how long a positive decision is cached
 * @param deniedTtl        how long a negative decision is cached
 */
public record AuthorizationOptions(String kubeconfig, List<String> alwaysAllowPaths, Duration allowedTtl,
        Duration deniedTtl) {

    public AuthorizationOptions {
        alwaysAllowPaths = List.copyOf(alwaysAllowPaths);
    }
}
