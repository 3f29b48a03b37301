package io.azureccm.common.snapshot;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What an {@link ObservedStore} holds at one moment, by what was read: an immutable value that can be written down and read again later.
 * {@code moment} orders it among the calls and writes of the store: a call that starts later has a greater {@link Observed#start}. While
 * nothing changes, all views share their entries; the trees belong to the store and must not be modified.
 */
public record ObservedView(Map<Read.Key, Entry> entries, long moment) {
    public static final ObservedView EMPTY = new ObservedView(Map.of(), 0);

    /** A response with own writes overlaid; {@code isOutdated}: it has to be read again, whatever its age. */
    public record Entry(Observed observed, boolean isOutdated) {}

    public ObservedView {
        entries = Map.copyOf(entries);
    }

    /** All of these as one value; empty if one of them is unknown, too old, or outdated by the store or by {@code outdated}. */
    public Optional<Snapshot> known(Collection<Read> reads, Outdated outdated, Instant now) {
        Map<Read.Key, Observed> observations = new HashMap<>();
        for (Read read : Read.strictest(reads)) {
            Entry entry = entries.get(read.key());
            if (entry == null || entry.isOutdated() || !entry.observed().isEnoughFor(read, now)
                    || outdated.covers(read.key(), entry.observed()))
                return Optional.empty();
            observations.put(read.key(), entry.observed());
        }
        return Optional.of(new Snapshot(observations, 0));
    }
}
