package io.azureccm.common.core.condition;

/** The reason of a problem of an object. */
public interface ProblemReason extends ConditionReason {
    /** Whether the reason or message may differ with the next attempt, as Azure's responses do. */
    boolean variesByAttempt();
}
