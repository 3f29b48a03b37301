package io.azureccm.e2e.azure.faults;

import io.azureccm.e2e.azure.operations.SimClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The active faults, with how often each has matched and applied. Thread-safe. */
public final class Faults {
    private final SimClock clock;
    private final SplittableRandom random;
    private final List<Entry> entries = new ArrayList<>();
    private int next = 1;

    private static final class Entry {
        private final int id;
        private final Fault fault;
        private final Instant added;
        private int matched;
        private int fired;

        private Entry(int id, Fault fault, Instant added) {
            this.id = id;
            this.fault = fault;
            this.added = added;
        }
    }

    /** A fault with its number and counts. */
    public record Status(int id, Fault fault, int matched, int fired) {}

    public Faults(SimClock clock, long seed) {
        this.clock = clock;
        this.random = new SplittableRandom(seed);
    }

    /** Adds a fault and returns its number. */
    public synchronized int add(Fault fault) {
        entries.add(new Entry(next, fault, clock.now()));
        return next++;
    }

    public synchronized boolean remove(int id) {
        return entries.removeIf(entry -> entry.id == id);
    }

    public synchronized void clear() {
        entries.clear();
    }

    public synchronized List<Status> all() {
        return entries.stream().map(entry -> new Status(entry.id, entry.fault, entry.matched, entry.fired)).toList();
    }

    /** Whether a fault of this kind is active. */
    public synchronized boolean any(Class<? extends FaultAction> action) {
        return entries.stream().anyMatch(entry -> action.isInstance(entry.fault.action()));
    }

    /** The faults that apply to this request. */
    public synchronized List<Fault> strike(FaultCall call) {
        List<Fault> striking = new ArrayList<>();
        for (Entry entry : entries) {
            Duration age = Duration.between(entry.added, clock.now());
            if (!entry.fault.matches(call) || entry.fault.ifWithin(age).isEmpty()) {
                continue;
            }
            entry.matched++;
            if (entry.matched >= entry.fault.nth() && entry.fired < entry.fault.count()
                    && random.nextDouble() < entry.fault.probability()) {
                entry.fired++;
                striking.add(entry.fault);
            }
        }
        return striking;
    }
}
