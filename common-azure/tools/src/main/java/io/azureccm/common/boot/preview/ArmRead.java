package io.azureccm.common.boot.preview;

import io.azureccm.common.core.ArmId;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** A read of one resource or of a collection, with its query parameters. */
public record ArmRead(Kind kind, ArmId id, Map<String, String> query) implements Comparable<ArmRead> {
    private static final Comparator<ArmRead> ORDER = Comparator.comparing((ArmRead read) -> read.id.key())
            .thenComparing(ArmRead::kind)
            .thenComparing(read -> read.query.toString());

    /** The kind of read. */
    public enum Kind {
        GET, LIST
    }

    public ArmRead {
        query = java.util.Collections.unmodifiableMap(new TreeMap<>(query));
    }

    public static ArmRead get(ArmId id, Map<String, String> query) {
        return new ArmRead(Kind.GET, id, query);
    }

    public static ArmRead list(ArmId id, Map<String, String> query) {
        return new ArmRead(Kind.LIST, id, query);
    }

    @Override
    public int compareTo(ArmRead other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return kind + " " + id + (query.isEmpty() ? "" : " " + query);
    }
}
