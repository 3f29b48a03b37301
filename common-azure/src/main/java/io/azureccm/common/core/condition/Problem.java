package io.azureccm.common.core.condition;

/** What is in the way of an object: the reason, and a sentence about this object for people. */
public record Problem(ProblemReason reason, String message) {}
