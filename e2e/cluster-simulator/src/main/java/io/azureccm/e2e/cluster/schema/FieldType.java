package io.azureccm.e2e.cluster.schema;

import java.util.List;
import java.util.Map;

/** The type of a field, with what patches and server-side apply need to know about it. */
public sealed interface FieldType {

    /** A value without inner structure; {@code any} accepts whole trees and owns them as one. */
    enum Scalar implements FieldType {
        STRING, INT, BOOL, NUMBER, TIME, INTSTR, QUANTITY, BYTES, ANY
    }

    /**
     * A list. {@code patchKey} joins elements in a strategic merge ({@code merge} alone: plain values); {@code keys} or
     * {@code set} tell elements apart in server-side apply, neither means that the list has one owner.
     */
    record ListOf(FieldType item, boolean merge, String patchKey, List<String> keys,
            boolean set) implements FieldType {}

    /** A map from strings; an atomic one is owned as a whole. */
    record MapOf(FieldType value, boolean atomic) implements FieldType {}

    /** A reference to a type of the catalog. */
    record Named(String name) implements FieldType {}

    /** A type of the catalog: its fields, and whether others are kept too. */
    record Struct(String name, boolean open, Map<String, FieldType> fields) {}
}
