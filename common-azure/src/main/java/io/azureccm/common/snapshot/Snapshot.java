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
 * The observations that one plan is made on, as a value: it does not change when the store does. {@code reads} is how many calls to
 * ARM were made for it. Whoever wants to change a tree makes a copy first.
 */
public record Snapshot(Map<Read.Key, Observation> observations, int reads) {
    public Snapshot {
        observations = Map.copyOf(observations);
    }

    /** The items of a collection that was asked for without a query. */
    public List<ObjectNode> list(ArmId collection) {
        return list(collection, Map.of());
    }

    public List<ObjectNode> list(ArmId collection, Map<String, String> query) {
        return of(Read.list(collection, Duration.ZERO).query(query)).items();
    }

    /** A resource that was asked for by its id; empty when it does not exist. */
    public Optional<ObjectNode> get(ArmId id) {
        return of(Read.get(id, Duration.ZERO)).item();
    }

    /** When the oldest observation in it was made; empty when there is none. */
    public Optional<Instant> asOf() {
        return observations.values().stream().map(Observation::asOf).min(Comparator.naturalOrder());
    }

    public long ageMillis(Instant now) {
        return asOf().map(oldest -> Math.max(0, Duration.between(oldest, now).toMillis())).orElse(0L);
    }

    /** Asking for what was not read is a mistake of the reader, not an absent resource. */
    public Observation of(Read read) {
        Observation observation = observations.get(read.key());
        if (observation == null)
            throw new IllegalArgumentException(
                    "not in this snapshot: " + read.kind() + " " + read.id() + " " + read.query());
        return observation;
    }
}
