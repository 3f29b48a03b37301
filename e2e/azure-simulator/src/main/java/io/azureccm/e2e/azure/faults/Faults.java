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
    private final List<Status> entries = new ArrayList<>();
    private int next = 1;

    /** A fault with its number, the time at which it was added, and its counts. */
    public record Status(int id, Fault fault, Instant added, int matched, int fired) {}

    public Faults(SimClock clock, long seed) {
        this.clock = clock;
        this.random = new SplittableRandom(seed);
    }

    /** Adds a fault and returns its number. */
    public synchronized int add(Fault fault) {
        entries.add(new Status(next, fault, clock.now(), 0, 0));
        return next++;
    }

    public synchronized boolean remove(int id) {
        return entries.removeIf(entry -> entry.id() == id);
    }

    public synchronized void clear() {
        entries.clear();
    }

    public synchronized List<Status> all() {
        return List.copyOf(entries);
    }

    /** Whether a fault of this kind is active. */
    public synchronized boolean any(Class<? extends FaultAction> action) {
        return entries.stream().anyMatch(entry -> action.isInstance(entry.fault().action()));
    }

    /** The faults that apply to this request. */
    public synchronized List<Fault> strike(FaultCall call) {
        List<Fault> striking = new ArrayList<>();
        entries.replaceAll(entry -> {
            Fault fault = entry.fault();
            if (!fault.matches(call) || !fault.isWithin(Duration.between(entry.added(), clock.now())))
                return entry;
            int matched = entry.matched() + 1;
            boolean strikes = matched >= fault.nth() && entry.fired() < fault.count()
                    && random.nextDouble() < fault.probability();
            if (strikes)
                striking.add(fault);
            return new Status(entry.id(), fault, entry.added(), matched, entry.fired() + (strikes ? 1 : 0));
        });
        return striking;
    }
}
