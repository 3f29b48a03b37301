package io.azureccm.e2e.suite.faults.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts by kind and name; safe for use by many threads. */
public final class Tally {
    private final Map<String, Map<String, LongAdder>> counts = new ConcurrentHashMap<>();

    private final Map<String, Duration> longest = new ConcurrentHashMap<>();

    public void count(String kind, String name) {
        add(kind, name, 1);
    }

    public void add(String kind, String name, long number) {
        if (number > 0)
            counts.computeIfAbsent(kind, k -> new ConcurrentHashMap<>())
                    .computeIfAbsent(name, n -> new LongAdder())
                    .add(number);
    }

    /** Keeps the longest time. */
    public void longest(String what, Duration time) {
        longest.merge(what, time, (one, other) -> one.compareTo(other) < 0 ? other : one);
    }

    public Map<String, Duration> longest() {
        return new TreeMap<>(longest);
    }

    public Map<String, Long> of(String kind) {
        Map<String, Long> found = new TreeMap<>();
        counts.getOrDefault(kind, Map.of()).forEach((name, number) -> found.put(name, number.sum()));
        return found;
    }

    public long total(String kind) {
        return of(kind).values().stream().mapToLong(Long::longValue).sum();
    }
}
