package io.azureccm.common.core;

/** One field that differs: a dotted path below the element, and both values as JSON text; "" means absent. */
public record FieldChange(String path, String before, String after) {
    @Override
    public String toString() {
        return path + " " + (before.isEmpty() ? "(none)" : before) + " -> " + (after.isEmpty() ? "(none)" : after);
    }
}
