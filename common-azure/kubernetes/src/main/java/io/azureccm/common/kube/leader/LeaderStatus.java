package io.azureccm.common.kube.leader;

import java.time.Duration;
import java.util.Optional;

/**
 * The state of the election: whether this process leads, in which term (0 if it does not), who held the lease when last seen
 * (empty if unknown or free), how long ago this process renewed it, and the current problem, in one line.
 */
public record LeaderStatus(boolean leader, long term, String holder, Optional<Duration> sinceRenewal,
        Optional<String> problem) {}
