package io.azureccm.common.core.condition;

/** A problem of an object: the reason, and a sentence about this object for users. */
public record Problem(ProblemReason reason, String message) {}
