package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.CallPriority;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The budget as it stands, for people and metrics. */
public record BudgetState(BudgetSettings settings, Instant at, List<Bucket> buckets,
        Map<CallPriority, Integer> waiting) {
    static final Comparator<Bucket> ORDER = Comparator.comparing(Bucket::subscription)
            .thenComparing(Bucket::limit)
            .thenComparing(Bucket::resource);

    /**
     * One bucket; {@code resource} is "" but for limits of single resources, of which only those that are not full are told.
     * {@code used} counts the calls since the start by their cause.
     */
    public record Bucket(String subscription, String limit, String resource, Level level,
            Map<CallPriority, Integer> waiting, Map<String, Long> used) {}

    /** Calls left of how many, how many more come each second, who says so, and for how many nanoseconds it is closed. */
    public record Level(double left, double size, double rate, String source, long closedForNanos) {}

    public BudgetState {
        buckets = List.copyOf(buckets);
    }
}
