package io.azureccm.common.arm.operation;

import java.time.Duration;
import java.util.Optional;

/**
 * How long-running operations are followed. Where Azure names no waiting time the polls come after {@code firstDelay}, then
 * ever slower up to {@code longestDelay}; {@code shortestDelay} is a floor under both, {@code longestAsked} the longest waiting
 * time of Azure's that is honoured. {@code bound} ends the waiting with UNKNOWN, as do {@code failedPolls} polls in a row that
 * told nothing.
 */
public record OperationSettings(Duration firstDelay, Duration longestDelay, Duration shortestDelay,
        Duration longestAsked, Duration bound, int failedPolls) {
    public static final OperationSettings DEFAULT = new OperationSettings(Duration.ofMillis(250), Duration.ofSeconds(5),
            Duration.ZERO, Duration.ofMinutes(1), Duration.ofMinutes(20), 10);

    /** So many operations are each looked at as often as one alone. */
    private static final int AT_FIRST_PACE = 5;

    public OperationSettings {
        if (!firstDelay.isPositive() || longestDelay.compareTo(firstDelay) < 0 || !bound.isPositive()
                || !longestAsked.isPositive() || failedPolls < 1) {
            throw new IllegalArgumentException("delays and bounds of operations must be positive and in order");
        }
    }

    public OperationSettings withBound(Duration longest) {
        return new OperationSettings(firstDelay, longestDelay, shortestDelay, longestAsked, longest, failedPolls);
    }

    /** For servers that ask for polls too soon: nothing below this is honoured. */
    public OperationSettings withShortestDelay(Duration floor) {
        return new OperationSettings(firstDelay, longestDelay, floor, longestAsked, bound, failedPolls);
    }

    /** How long to wait before the next poll: as Azure asks within reason, {@code otherwise} where it does not ask. */
    Duration wait(Optional<Duration> asked, Duration otherwise) {
        Duration wanted = asked.filter(Duration::isPositive)
                .map(wait -> wait.compareTo(longestAsked) > 0 ? longestAsked : wait)
                .orElse(otherwise);
        return wanted.compareTo(shortestDelay) < 0 ? shortestDelay : wanted;
    }

    /** Where many operations are followed at once each is looked at less often, so that together they do not use up the reads. */
    Duration among(int followed, Duration delay) {
        Duration paced = firstDelay.multipliedBy(followed).dividedBy(AT_FIRST_PACE);
        Duration bounded = paced.compareTo(longestDelay) > 0 ? longestDelay : paced;
        return bounded.compareTo(delay) > 0 ? bounded : delay;
    }

    /** Half as long again as the last one: an operation is noticed at most half its length late. */
    Duration after(Duration delay) {
        Duration next = delay.multipliedBy(3).dividedBy(2);
        return next.compareTo(longestDelay) > 0 ? longestDelay : next;
    }
}
