package io.azureccm.common.core.condition;

/** An entry in a catalogue of condition reasons. */
public interface ConditionReason {
    /** A stable CamelCase word, as in the condition, its meaning, and what an operator can do about it. */
    record Text(String word, String meaning, String remedy) {}

    Text text();

    default String word() {
        return text().word();
    }

    default String meaning() {
        return text().meaning();
    }

    default String remedy() {
        return text().remedy();
    }
}
