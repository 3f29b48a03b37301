package io.azureccm.common.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Determines what has to happen before the next attempt, by the reason of the last failure: {@code waits} grow after failures, but to at most
 * {@code longestRemoval} for objects that are being removed. Pure: time comes from the caller.
 *
 * <p>A back-off belongs to a cause; another cause starts a new one. All back-offs start over when an attempt made progress,
 * that is, when something was carried out for the object that had not been carried out since it last succeeded or changed.
 */
public record RetryPolicy(BackOff waits, Duration longestRemoval) {
    private static final int MAX_CLOSED_WINDOWS = 6;
    /** Each attempt is one more refused write of a resource that others need, so the waits grow fast. */
    private static final int GROWTH_OF_REFUSED = 5;
    private static final BackOff OUTDATED = BackOff.doubling(Duration.ofMillis(200), Duration.ofSeconds(6));
    private static final BackOff UNKNOWN_OUTCOME = BackOff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(6));

    /** {@code before}, updated with the attempt that failed at {@code now}. */
    public RetryState after(RetryState before, FailedAttempt attempt, Instant now) {
        boolean further = !before.done().containsAll(attempt.done());
        boolean early = !further && isEarly(before, attempt, now);
        if (early && attempt.opens().isEmpty())
            return before;
        Map<String, Integer> attempts = new HashMap<>(further ? Map.of() : before.attempts());
        int count = attempts.merge(attempt.cause(), early ? 0 : 1, Integer::sum);
        Set<String> done = new HashSet<>(before.done());
        done.addAll(attempt.done());
        return new RetryState(attempts, done, attempt.cause(), trigger(attempt, count, now));
    }

    /** The attempt was made for other objects before it was due: failing the same way does not make this object's wait longer. */
    private static boolean isEarly(RetryState before, FailedAttempt attempt, Instant now) {
        return attempt.cause().equals(before.cause()) && before.dueAt().filter(now::isBefore).isPresent();
    }

    private RetryTrigger trigger(FailedAttempt attempt, int count, Instant now) {
        return switch (attempt.reason()) {
            case INVALID -> new RetryTrigger.ObjectChanged();
            case CONFLICTING -> new RetryTrigger.AnythingChanged();
            case CLOSED_WINDOW -> new RetryTrigger.Due(opening(attempt.opens(), MAX_CLOSED_WINDOWS, count, now));
            case BUSY -> new RetryTrigger.Due(opening(attempt.opens(), Integer.MAX_VALUE, count, now));
            case OUTDATED -> due(OUTDATED.within(waits.cap()), count, now);
            case UNKNOWN_OUTCOME -> due(UNKNOWN_OUTCOME.within(waits.cap()), count, now);
            case FAILED -> due(waits, count, now);
            case REFUSED -> due(new BackOff(waits.base(), GROWTH_OF_REFUSED, waits.cap()), count, now);
            case REMOVAL_FAILED -> due(waits.within(longestRemoval), count, now);
        };
    }

    private static RetryTrigger due(BackOff backOff, int count, Instant now) {
        return new RetryTrigger.Due(now.plus(backOff.delay(count)));
    }

    /**
     * When the window opens. From the {@code patience}-th time on that the same window is found closed, a growing wait
     * applies as well, since the announced time may be wrong. After the longest of these waits an attempt is made in any
     * case, since the window may have opened early. Growing waits apply if no opening time is known.
     */
    private Instant opening(Optional<Instant> opens, int patience, int count, Instant now) {
        if (opens.isEmpty())
            return now.plus(waits.delay(count));
        Instant least = count >= patience ? now.plus(waits.delay(count - patience + 1)) : now;
        Instant longest = now.plus(waits.cap());
        Instant opening = opens.get().isAfter(longest) ? longest : opens.get();
        return opening.isAfter(least) ? opening : least;
    }
}
