package io.azureccm.common.arm.shape;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.PrintableText;

/** A value of an answer in a message: scalars as they are, cut; of anything larger its kind only. */
final class ShownValue {
    private static final int MAX_LENGTH = 60;

    private ShownValue() {}

    /** {@code value} is null for a missing one. */
    static String of(JsonNode value) {
        if (value == null)
            return "missing";
        if (value.isObject())
            return "an object";
        return value.isArray() ? "a list" : cut(value.toString());
    }

    static String cut(String text) {
        return PrintableText.of(text, MAX_LENGTH);
    }
}
