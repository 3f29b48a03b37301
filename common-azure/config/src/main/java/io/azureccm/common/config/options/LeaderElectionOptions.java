package io.azureccm.common.config.options;

import java.time.Duration;
import java.util.List;

/** The lease that makes one of several instances the leader, and the leases of other programs that the leader waits for. */
public record LeaderElectionOptions(boolean enabled, Duration leaseDuration, Duration renewDeadline,
        Duration retryPeriod,
        String resourceName, String resourceNamespace, List<LeaseName> waitForLeases) {

    public LeaderElectionOptions {
        waitForLeases = List.copyOf(waitForLeases);
    }

    public LeaseName own() {
        return new LeaseName(resourceNamespace, resourceName);
    }

    /** The leases whose holders may do the same work: those of the flag, without this app's own lease. */
    public List<LeaseName> leasesOfOthers() {
        return waitForLeases.stream().filter(this::isOfOthers).distinct().toList();
    }

    public boolean isOfOthers(LeaseName lease) {
        return !enabled || !lease.equals(own());
    }
}
