package io.azureccm.common.snapshot;

import io.azureccm.common.core.ArmId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One thing to read: a collection or a single resource, how old the observation may be (zero always calls ARM), and whether a
 * body is sufficient that ARM sent for an own write before the write had completed, and that may lack server-filled fields.
 */
public record Read(Kind kind, ArmId id, Map<String, String> query, Duration maxAge, boolean isPartialEnough) {
    /** Whether the id is that of a collection or of a resource. */
    public enum Kind {
        LIST, GET
    }

    public Read {
        query = Collections.unmodifiableMap(new TreeMap<>(query));
    }

    public static Read list(ArmId collection, Duration maxAge) {
        return new Read(Kind.LIST, collection, Map.of(), maxAge, false);
    }

    public static Read get(ArmId id, Duration maxAge) {
        return new Read(Kind.GET, id, Map.of(), maxAge, false);
    }

    /** One that always calls ARM. */
    public static Read of(Kind kind, ArmId id, Map<String, String> query) {
        return new Read(kind, id, query, Duration.ZERO, false);
    }

    public Read query(Map<String, String> parameters) {
        return new Read(kind, id, parameters, maxAge, isPartialEnough);
    }

    public Read orPartial() {
        return new Read(kind, id, query, maxAge, true);
    }

    /** The same read with this maximum age. */
    public Read upTo(Duration age) {
        return new Read(kind, id, query, age, isPartialEnough);
    }

    /** What is read, without its maximum age. */
    public record Key(Kind kind, ArmId id, Map<String, String> query) implements Comparable<Key> {
        private static final Comparator<Key> ORDER = Comparator.comparing((Key key) -> key.id.key())
                .thenComparing(key -> key.kind.name())
                .thenComparing(key -> key.query.toString());

        /** The additional property that the query requests. */
        Optional<String> expanded() {
            return Optional.ofNullable(query.get("$expand"));
        }

        /** True unless the query may omit items. */
        boolean showsAll() {
            return query.isEmpty() || query.size() == 1 && expanded().isPresent();
        }

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }

        @Override
        public String toString() {
            return kind + " " + id + (query.isEmpty() ? "" : " " + query);
        }
    }

    /** What is read. */
    public Key key() {
        return new Key(kind, id, query);
    }

    /** Whether a response to a call that began then is young enough. */
    boolean accepts(Instant asOf, Instant now) {
        return !maxAge.isZero() && Duration.between(asOf, now).compareTo(maxAge) <= 0;
    }

    /** One read for each key. */
    static Collection<Read> strictest(Collection<Read> reads) {
        Map<Key, Read> byKey = new LinkedHashMap<>();
        reads.forEach(read -> byKey.merge(read.key(), read, Read::strictest));
        return byKey.values();
    }

    private static Read strictest(Read one, Read other) {
        Duration maxAge = one.maxAge.compareTo(other.maxAge) <= 0 ? one.maxAge : other.maxAge;
        return new Read(one.kind, one.id, one.query, maxAge, one.isPartialEnough && other.isPartialEnough);
    }
}
