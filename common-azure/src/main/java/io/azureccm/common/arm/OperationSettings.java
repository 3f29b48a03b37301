package io.azureccm.common.arm;

import java.time.Duration;

/**
 * How long-running operations are followed. Where Azure names no waiting time the polls come after {@code firstDelay}, then
 * ever slower up to {@code longestDelay}; {@code shortestDelay} is a floor under both. {@code bound} ends the waiting with
 * UNKNOWN, as do {@code failedPolls} polls in a row that told nothing.
 */
public record OperationSettings(Duration firstDelay, Duration longestDelay, Duration shortestDelay, Duration bound,
        int failedPolls) {
    public static final OperationSettings DEFAULT = new OperationSettings(Duration.ofMillis(250), Duration.ofSeconds(5),
            Duration.ZERO, Duration.ofMinutes(20), 10);

    public OperationSettings {
        if (!firstDelay.isPositive() || longestDelay.compareTo(firstDelay) < 0 || !bound.isPositive()
                || failedPolls < 1) {
            throw new IllegalArgumentException("delays and bounds of operations must be positive and in order");
        }
    }

    public OperationSettings withBound(Duration longest) {
        return new OperationSettings(firstDelay, longestDelay, shortestDelay, longest, failedPolls);
    }

    /** For servers that ask for polls too soon: nothing below this is honoured. */
    public OperationSettings withShortestDelay(Duration floor) {
        return new OperationSettings(firstDelay, longestDelay, floor, bound, failedPolls);
    }

    /** Half as long again as the last one: an operation is noticed at most half its length late. */
    Duration after(Duration delay) {
        Duration next = delay.multipliedBy(3).dividedBy(2);
        return next.compareTo(longestDelay) > 0 ? longestDelay : next;
    }
}
