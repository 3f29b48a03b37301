package io.azureccm.common.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Determines what has to happen before the next attempt, by the reason of the last failure. Pure: time comes from the caller.
 *
 * <p>A back-off belongs to a cause; another cause starts a new one. All back-offs start over when an attempt made progress,
 * that is, when something was carried out for the object that had not been carried out since it last succeeded or changed. A
 * reason that is not in the table is handled like {@link RetryReason#FAILED}.
 */
public record RetryPolicy(Map<RetryReason, Rule> rules) {
    /** One row of the table. */
    public sealed interface Rule {
        /** Only a change of the object. */
        record OnObjectChange() implements Rule {}

        /** A change of anything that is planned together with the object. */
        record OnAnyChange() implements Rule {}

        /** Growing waits. */
        record AfterBackOff(BackOff waits) implements Rule {}

        /**
         * When the window opens. From the {@code patience}-th time on that the same window is found closed, a growing wait
         * applies as well, since the announced time may be wrong. After the longest of these waits an attempt is made in any
         * case, since the window may have opened early. Growing waits apply if no opening time is known.
         */
        record WhenWindowOpens(int patience, BackOff waits) implements Rule {}
    }

    private static final int MAX_CLOSED_WINDOWS = 6;
    /** Each attempt is one more refused write of a resource that others need, so the waits grow fast. */
    private static final int GROWTH_OF_REFUSED = 5;
    private static final BackOff OUTDATED = BackOff.doubling(Duration.ofMillis(200), Duration.ofSeconds(6));
    private static final BackOff UNKNOWN_OUTCOME = BackOff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(6));

    public RetryPolicy {
        rules = Map.copyOf(rules);
        if (!(rules.get(RetryReason.FAILED) instanceof Rule.AfterBackOff))
            throw new IllegalArgumentException("the table must contain a wait after a failure");
    }

    /** The default table: {@code waits} after failures, but at most {@code longestRemoval} for objects that are being removed. */
    public static RetryPolicy of(BackOff waits, Duration longestRemoval) {
        Map<RetryReason, Rule> rules = new EnumMap<>(RetryReason.class);
        rules.put(RetryReason.INVALID, new Rule.OnObjectChange());
        rules.put(RetryReason.CONFLICTING, new Rule.OnAnyChange());
        rules.put(RetryReason.CLOSED_WINDOW, new Rule.WhenWindowOpens(MAX_CLOSED_WINDOWS, waits));
        rules.put(RetryReason.BUSY, new Rule.WhenWindowOpens(Integer.MAX_VALUE, waits));
        rules.put(RetryReason.OUTDATED, new Rule.AfterBackOff(OUTDATED.within(waits.cap())));
        rules.put(RetryReason.UNKNOWN_OUTCOME, new Rule.AfterBackOff(UNKNOWN_OUTCOME.within(waits.cap())));
        rules.put(RetryReason.FAILED, new Rule.AfterBackOff(waits));
        rules.put(RetryReason.REFUSED,
                new Rule.AfterBackOff(new BackOff(waits.base(), GROWTH_OF_REFUSED, waits.cap())));
        rules.put(RetryReason.REMOVAL_FAILED, new Rule.AfterBackOff(waits.within(longestRemoval)));
        return new RetryPolicy(rules);
    }

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
        Rule rule = rules.getOrDefault(attempt.reason(), rules.get(RetryReason.FAILED));
        return switch (rule) {
            case Rule.OnObjectChange alone -> new RetryTrigger.ObjectChanged();
            case Rule.OnAnyChange any -> new RetryTrigger.AnythingChanged();
            case Rule.AfterBackOff(BackOff waits) -> new RetryTrigger.Due(now.plus(waits.delay(count)));
            case Rule.WhenWindowOpens(int patience, BackOff waits) ->
                new RetryTrigger.Due(opening(attempt.opens(), patience, waits, count, now));
        };
    }

    private static Instant opening(Optional<Instant> opens, int patience, BackOff waits, int count, Instant now) {
        if (opens.isEmpty())
            return now.plus(waits.delay(count));
        Instant least = count >= patience ? now.plus(waits.delay(count - patience + 1)) : now;
        Instant longest = now.plus(waits.cap());
        Instant opening = opens.get().isAfter(longest) ? longest : opens.get();
        return opening.isAfter(least) ? opening : least;
    }
}
