package io.azureccm.e2e.cluster.schema;

import java.util.List;
import java.util.Map;

/** The type of a field, with the data that patches and server-side apply need. */
public sealed interface FieldType {

    /** A value without structure; {@code any} accepts entire trees and owns them as a unit. */
    enum Scalar implements FieldType {
        STRING, INT, BOOL, NUMBER, TIME, INTSTR, QUANTITY, BYTES, ANY
    }

    /**
     * A list. {@code patchKey} merges elements in a strategic merge ({@code merge} alone: plain values); {@code keys}
     * or {@code set} identify elements in server-side apply; with neither, the list has one owner.
     */
    record ListOf(FieldType item, boolean merge, String patchKey, List<String> keys,
            boolean set) implements FieldType {}

    /** A map from strings; an atomic one is owned as a unit. */
    record MapOf(FieldType value, boolean atomic) implements FieldType {}

    /** A reference to a type of the catalog. */
    record Named(String name) implements FieldType {}

    /** A type of the catalog: its fields, and whether unknown ones are kept. */
    record Struct(String name, boolean open, Map<String, FieldType> fields) {}
}
