package io.azureccm.common.core.condition;

/** A row of a catalogue of reasons that conditions give: a stable word, what it means, and what an operator can do about it. */
public interface ConditionReason {
    /** The CamelCase word in the condition. */
    String word();

    String meaning();

    String remedy();
}
