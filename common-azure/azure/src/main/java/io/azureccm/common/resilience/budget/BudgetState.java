package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.CallPriority;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The state of the budget, for users and metrics. */
public record BudgetState(BudgetSettings settings, Instant at, List<Bucket> buckets,
        Map<CallPriority, Integer> waiting) {
    static final Comparator<Bucket> ORDER = Comparator.comparing(Bucket::subscription)
            .thenComparing(Bucket::limit)
            .thenComparing(Bucket::resource);

    /**
     * One bucket; {@code resource} is "" except for limits of single resources, of which only those that are not full are
     * included. {@code used} counts the calls since the start by their cause.
     */
    public record Bucket(String subscription, String limit, String resource, Level level,
            Map<CallPriority, Integer> waiting, Map<String, Long> used) {}

    /**
     * Calls left of how many, the calls added per second, the source of these values, and for how many nanoseconds the bucket
     * is closed.
     */
    public record Level(double left, double size, double rate, String source, long closedForNanos) {}

    public BudgetState {
        buckets = List.copyOf(buckets);
    }
}
