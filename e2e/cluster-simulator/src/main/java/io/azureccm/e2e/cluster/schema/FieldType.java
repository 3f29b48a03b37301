package io.azureccm.e2e.cluster.schema;

import java.util.List;
import java.util.Map;

/** The type of a field, with the data that patches and server-side apply need. */
public sealed interface FieldType {

    /** The type of a field, or of a value of a map. */
    default FieldType field(String name) {
        return Scalar.ANY;
    }

    /** Whether each of its fields can have an owner of its own. */
    default boolean isGranular() {
        return this instanceof Struct || this instanceof MapOf map && !map.atomic();
    }

    /** A value without structure; {@code any} accepts entire trees and owns them as a unit. */
    enum Scalar implements FieldType {
        STRING, INT, BOOL, NUMBER, TIME, INTSTR, QUANTITY, BYTES, ANY
    }

    /**
     * A list. {@code patchKey} merges elements in a strategic merge ({@code merge} alone: plain values); {@code keys}
     * or {@code set} identify elements in server-side apply; with neither, the list has one owner.
     */
    record ListOf(FieldType item, boolean merge, String patchKey, List<String> keys,
            boolean set) implements FieldType {
        /** Whether server-side apply tells elements apart. */
        public boolean isAssociative() {
            return set || !keys.isEmpty();
        }
    }

    /** A map from strings; an atomic one is owned as a unit. */
    record MapOf(FieldType value, boolean atomic) implements FieldType {
        @Override
        public FieldType field(String name) {
            return value;
        }
    }

    /** A type of the catalog: its fields, and whether unknown ones are kept. */
    record Struct(String name, boolean open, Map<String, FieldType> fields) implements FieldType {
        @Override
        public FieldType field(String name) {
            return fields.getOrDefault(name, Scalar.ANY);
        }
    }
}
