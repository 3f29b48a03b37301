package io.azureccm.common.core.condition;

/** A reason that says what is in the way of an object. */
public interface ProblemReason extends ConditionReason {
    /** Whether the next attempt may end otherwise or in other words, as what Azure answers does. */
    boolean variesByAttempt();
}
