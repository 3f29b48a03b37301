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
 * What has to happen before the next attempt, by the reason why the last one failed. Pure: time comes from the caller.
 *
 * <p>A back-off belongs to a cause and begins anew for another one. All of them begin anew when an attempt got further, which is
 * when something was carried out for the object that had not been carried out since it last succeeded or changed. A reason that
 * the table does not name is tried again like {@link RetryReason#FAILED}.
 */
public record RetryPolicy(Map<RetryReason, Rule> rules) {
    /** One row of the table. */
    public sealed interface Rule {
        /** Nothing but a change of the object. */
        record OnObjectChange() implements Rule {}

        /** A change of anything that is planned with it. */
        record OnAnyChange() implements Rule {}

        /** Growing waits. */
        record AfterBackOff(BackOff waits) implements Rule {}

        /**
         * When the window opens; from the {@code patience}-th time on that the same one is found closed, not before a growing wait,
         * too: whoever names it may be wrong. After the longest of these waits it is looked at all the same: it may have opened early.
         * Growing waits where nobody says when it opens.
         */
        record WhenWindowOpens(int patience, BackOff waits) implements Rule {}
    }

    private static final int MAX_CLOSED_WINDOWS = 6;
    private static final BackOff OUTDATED = BackOff.doubling(Duration.ofMillis(200), Duration.ofSeconds(6));
    private static final BackOff UNKNOWN_OUTCOME = BackOff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(6));

    public RetryPolicy {
        rules = Map.copyOf(rules);
        if (!(rules.get(RetryReason.FAILED) instanceof Rule.AfterBackOff))
            throw new IllegalArgumentException("the table must say how long to wait after a failure");
    }

    /** The usual table: {@code waits} after failures; for objects that are being removed not more than {@code longestRemoval}. */
    public static RetryPolicy of(BackOff waits, Duration longestRemoval) {
        Map<RetryReason, Rule> rules = new EnumMap<>(RetryReason.class);
        rules.put(RetryReason.INVALID, new Rule.OnObjectChange());
        rules.put(RetryReason.CONFLICTING, new Rule.OnAnyChange());
        rules.put(RetryReason.CLOSED_WINDOW, new Rule.WhenWindowOpens(MAX_CLOSED_WINDOWS, waits));
        rules.put(RetryReason.OUTDATED, new Rule.AfterBackOff(OUTDATED.within(waits.cap())));
        rules.put(RetryReason.UNKNOWN_OUTCOME, new Rule.AfterBackOff(UNKNOWN_OUTCOME.within(waits.cap())));
        rules.put(RetryReason.FAILED, new Rule.AfterBackOff(waits));
        rules.put(RetryReason.REMOVAL_FAILED, new Rule.AfterBackOff(waits.within(longestRemoval)));
        return new RetryPolicy(rules);
    }

    /** The wait after a first failure. */
    public Duration firstWait() {
        return rules.get(RetryReason.FAILED) instanceof Rule.AfterBackOff(BackOff waits) ? waits.base() : Duration.ZERO;
    }

    /** {@code before} with the attempt taken in that failed at {@code now}. */
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

    /** Made for others before it was due: that it failed the same way does not make its own wait longer. */
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
