package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The observations on which one plan is based, as a value: it does not change when the store does. {@code reads} is the
 * number of calls to ARM made for it. Copy a tree before modifying it.
 */
public record Snapshot(Map<Read.Key, Observed> observations, int reads) {
    public Snapshot {
        observations = Map.copyOf(observations);
    }

    /** The items of a collection that was read without a query. */
    public List<ObjectNode> list(ArmId collection) {
        return list(collection, Map.of());
    }

    public List<ObjectNode> list(ArmId collection, Map<String, String> query) {
        return of(Read.list(collection, Duration.ZERO).query(query)).list();
    }

    /** A resource that was read by its id; empty if it does not exist. */
    public Optional<ObjectNode> get(ArmId id) {
        return of(Read.get(id, Duration.ZERO)).item();
    }

    /** When the oldest observation was made; empty if there is none. */
    public Optional<Instant> asOf() {
        return observations.values().stream().map(Observed::asOf).min(Comparator.naturalOrder());
    }

    public long ageMillis(Instant now) {
        return asOf().map(oldest -> Math.max(0, Duration.between(oldest, now).toMillis())).orElse(0L);
    }

    /** Requesting something that was not read is a defect of the caller, not a missing resource. */
    public Observed of(Read read) {
        Observed observation = observations.get(read.key());
        if (observation == null)
            throw new IllegalArgumentException(
                    "not in this snapshot: " + read.kind() + " " + read.id() + " " + read.query());
        return observation;
    }
}
