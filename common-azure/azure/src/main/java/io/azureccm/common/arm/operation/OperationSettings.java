package io.azureccm.common.arm.operation;

import java.time.Duration;
import java.util.Optional;

/**
 * How long-running operations are polled. If Azure names no delay, polls start after {@code firstDelay} and slow down to
 * {@code longestDelay}; {@code shortestDelay} is the minimum for both, {@code longestAsked} the longest delay that is
 * accepted from Azure. {@code bound} ends polling with UNKNOWN, as do {@code failedPolls} consecutive failed polls.
 */
public record OperationSettings(Duration firstDelay, Duration longestDelay, Duration shortestDelay,
        Duration longestAsked, Duration bound, int failedPolls) {
    public static final OperationSettings DEFAULT = new OperationSettings(Duration.ofMillis(250), Duration.ofSeconds(5),
            Duration.ZERO, Duration.ofMinutes(1), Duration.ofMinutes(20), 10);

    /** Up to this number of operations, each is polled as often as a single one. */
    private static final int AT_FIRST_PACE = 5;

    public OperationSettings {
        if (!firstDelay.isPositive() || longestDelay.compareTo(firstDelay) < 0 || !bound.isPositive()
                || !longestAsked.isPositive() || failedPolls < 1) {
            throw new IllegalArgumentException("delays and bounds of operations must be positive and in order");
        }
    }

    /** For servers that ask for too frequent polls: shorter delays are ignored. */
    public OperationSettings withShortestDelay(Duration floor) {
        return new OperationSettings(firstDelay, longestDelay, floor, longestAsked, bound, failedPolls);
    }

    /** The delay before the next poll: the one that Azure names within limits, otherwise {@code otherwise}. */
    Duration wait(Optional<Duration> asked, Duration otherwise) {
        Duration wanted = asked.filter(Duration::isPositive)
                .map(wait -> wait.compareTo(longestAsked) > 0 ? longestAsked : wait)
                .orElse(otherwise);
        return wanted.compareTo(shortestDelay) < 0 ? shortestDelay : wanted;
    }

    /** If many operations are polled at once, each is polled less often, so that together they do not use up the read limits. */
    Duration among(int followed, Duration delay) {
        Duration paced = firstDelay.multipliedBy(followed).dividedBy(AT_FIRST_PACE);
        Duration bounded = paced.compareTo(longestDelay) > 0 ? longestDelay : paced;
        return bounded.compareTo(delay) > 0 ? bounded : delay;
    }

    /** One and a half times the last delay: the end of an operation is noticed at most half its duration late. */
    Duration after(Duration delay) {
        Duration next = delay.multipliedBy(3).dividedBy(2);
        return next.compareTo(longestDelay) > 0 ? longestDelay : next;
    }
}
