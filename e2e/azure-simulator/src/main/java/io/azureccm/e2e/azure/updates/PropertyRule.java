package io.azureccm.e2e.azure.updates;

import java.util.List;

/**
 * The effect of a PUT on a property of an existing resource that the body omits.
 *
 * @param type resource type, or child type with its parent; {@code *} matches any
 * @param property path from the root of the body; {@code []} matches each item of an array
 * @param leftOut the effect on the property
 */
public record PropertyRule(String type, String property, LeftOut leftOut) {

    /** The effect on a property that the body omits. */
    public enum LeftOut {
        /** It stays; an object that the body contains only in part keeps its other members. */
        KEPT,
        /** It is removed, or reset to its default. */
        CLEARED,
        /** The request is rejected. */
        REFUSED,
        /** It stays; values in a body have no effect. */
        READ_ONLY
    }

    /** Steps of the path. */
    List<String> path() {
        return List.of(property.split("\\."));
    }
}
