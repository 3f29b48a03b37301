package io.azureccm.common.config.options;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Who may do what on the port.
 *
 * @param kubeconfig       the way to the API that decides; empty for the one of the controller
 * @param alwaysAllowPaths open to everybody; one that ends in {@code *} opens all that begin like it
 * @param allowedTtl       how long a yes counts
 * @param deniedTtl        how long a no counts
 */
public record AuthorizationOptions(String kubeconfig, List<String> alwaysAllowPaths, Duration allowedTtl,
        Duration deniedTtl) {

    public AuthorizationOptions {
        Objects.requireNonNull(kubeconfig);
        alwaysAllowPaths = List.copyOf(alwaysAllowPaths);
        Objects.requireNonNull(allowedTtl);
        Objects.requireNonNull(deniedTtl);
    }
}
