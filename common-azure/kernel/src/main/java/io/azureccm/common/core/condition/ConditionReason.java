package io.azureccm.common.core.condition;

/** An entry in a catalogue of condition reasons: a stable word, its meaning, and what an operator can do about it. */
public interface ConditionReason {
    /** The CamelCase word in the condition. */
    String word();

    String meaning();

    String remedy();
}
