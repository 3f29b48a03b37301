package io.azureccm.common.kube.leader;

import java.time.Duration;
import java.util.Optional;

/**
 * How the election stands: whether this process leads, in which term (0 if it does not), who holds the lease as last seen
 * (empty if unknown or free), how long ago this process renewed it, and what is wrong now, in one line.
 */
public record LeaderStatus(boolean leader, long term, String holder, Optional<Duration> sinceRenewal,
        Optional<String> problem) {}
