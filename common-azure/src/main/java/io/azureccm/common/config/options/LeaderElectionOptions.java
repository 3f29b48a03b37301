package io.azureccm.common.config.options;

import java.time.Duration;
import java.util.Objects;

/** The lease that makes one of several instances the leader. */
public record LeaderElectionOptions(boolean enabled, Duration leaseDuration, Duration renewDeadline,
        Duration retryPeriod,
        String resourceName, String resourceNamespace) {

    public LeaderElectionOptions {
        Objects.requireNonNull(leaseDuration);
        Objects.requireNonNull(renewDeadline);
        Objects.requireNonNull(retryPeriod);
        Objects.requireNonNull(resourceName);
        Objects.requireNonNull(resourceNamespace);
    }
}
