package io.azureccm.common.kube.queue;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The keys of a {@link CoalescingQueue} that wait, which of them is next, and how many there have been. Not thread-safe. */
final class PendingKeys<K, V> {
    private static final long MAX_OVERDUE = Duration.ofMinutes(1).toNanos();

    private final BinaryOperator<V> merge;
    private final Map<K, PendingKey<V>> pending = new LinkedHashMap<>();
    private long sequence;
    private long added;
    private long merged;
    private long dropped;

    PendingKeys(BinaryOperator<V> merge) {
        this.merge = merge;
    }

    /**
     * The key with the value merged in, for the caller to say when it is due and to put in place; {@code older}: the value is
     * from before those that wait. Empty when it is {@code closed}: nothing is taken in any more.
     */
    Optional<PendingKey<V>> put(K key, V value, Priority priority, long now, boolean older, boolean closed) {
        added++;
        if (closed) {
            dropped++;
            return Optional.empty();
        }
        PendingKey<V> entry = pending.get(key);
        if (entry == null)
            return Optional.of(PendingKey.first(value, priority, now, sequence++));
        merged++;
        V both = older ? merge.apply(value, entry.value()) : merge.apply(entry.value(), value);
        return Optional.of(entry.with(both, priority));
    }

    void replace(K key, PendingKey<V> entry) {
        pending.put(key, entry);
    }

    PendingKey<V> remove(K key) {
        return pending.remove(key);
    }

    /** The keys that can be handed out, the most urgent first; all of them are due when {@code closed}. */
    Stream<K> due(long now, boolean closed, Set<K> inWork) {
        return dueEntries(now, closed, inWork).sorted(urgency(now)).map(Map.Entry::getKey);
    }

    /** The first of them. */
    Optional<K> next(long now, boolean closed, Set<K> inWork) {
        return dueEntries(now, closed, inWork).min(urgency(now)).map(Map.Entry::getKey);
    }

    /** When the next key is due that is not in work; {@link PendingKey#NEVER} when none waits. */
    long nextDue(Set<K> inWork) {
        return pending.entrySet()
                .stream()
                .filter(entry -> !inWork.contains(entry.getKey()))
                .mapToLong(entry -> entry.getValue().dueAt())
                .min()
                .orElse(PendingKey.NEVER);
    }

    void drop(Predicate<PendingKey<V>> which) {
        int before = pending.size();
        pending.values().removeIf(which);
        dropped += before - pending.size();
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    int size() {
        return pending.size();
    }

    /** For how long the first of them has waited. */
    long oldest(long now) {
        return pending.values().stream().mapToLong(entry -> now - entry.since()).max().orElse(0);
    }

    long added() {
        return added;
    }

    long merged() {
        return merged;
    }

    long dropped() {
        return dropped;
    }

    private Stream<Map.Entry<K, PendingKey<V>>> dueEntries(long now, boolean closed, Set<K> inWork) {
        return pending.entrySet()
                .stream()
                .filter(entry -> !inWork.contains(entry.getKey()) && (closed || entry.getValue().dueAt() <= now));
    }

    private Comparator<Map.Entry<K, PendingKey<V>>> urgency(long now) {
        return Comparator.comparingInt((Map.Entry<K, PendingKey<V>> entry) -> entry.getValue().rank(now, MAX_OVERDUE))
                .thenComparingLong(entry -> entry.getValue().dueAt())
                .thenComparingLong(entry -> entry.getValue().sequence());
    }
}
