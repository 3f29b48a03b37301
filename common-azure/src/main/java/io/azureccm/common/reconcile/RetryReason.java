package io.azureccm.common.reconcile;

/** Why an attempt for an object did not succeed, as far as it decides what has to happen before the next one. */
public enum RetryReason {
    /** The object asks for something that nobody can give it. */
    INVALID,
    /** Another object, or something in the cloud, has what it asks for. */
    CONFLICTING,
    /** Nothing may be sent, or what was sent has not shown yet, until a known time. */
    CLOSED_WINDOW,
    /** Somebody else changed the target since it was read: it is read and planned again. */
    OUTDATED,
    /** Nobody knows what a write came to: it is read what it did. */
    UNKNOWN_OUTCOME,
    /** A call failed. */
    FAILED,
    /** A call failed for an object that is being removed: somebody waits for it to go. */
    REMOVAL_FAILED
}
