package io.azureccm.e2e.azure.updates;

import java.util.List;

/**
 * What a PUT of an existing resource does to a property that its body leaves out.
 *
 * @param type resource type, or child type with its parent; {@code *} stands for any
 * @param property path from the root of the body; {@code []} stands for each item of an array
 * @param leftOut what becomes of the property
 * @param evidence how this is known
 * @param source what it is known from
 */
public record PropertyRule(String type, String property, LeftOut leftOut, Evidence evidence, String source) {

    /** What becomes of a property that the body does not have. */
    public enum LeftOut {
        /** It stays; an object that the body has only in part keeps its other members. */
        KEPT,
        /** It is gone, or has its default again. */
        CLEARED,
        /** The request is refused. */
        REFUSED,
        /** It stays, and what a body says about it changes nothing. */
        READ_ONLY
    }

    /** Steps of the path. */
    List<String> path() {
        return List.of(property.split("\\."));
    }
}
