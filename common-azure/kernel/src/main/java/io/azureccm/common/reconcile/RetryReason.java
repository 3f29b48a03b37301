package io.azureccm.common.reconcile;

/** Why an attempt for an object failed, as far as it determines what has to happen before the next one. */
public enum RetryReason {
    /** The object requests something that cannot be provided. */
    INVALID,
    /** Another object, or a resource in the cloud, already uses what it requests. */
    CONFLICTING,
    /** Nothing may be sent, or the effect of a write is not visible yet, until a known time. */
    CLOSED_WINDOW,
    /** An operation is under way on the target, which is looked at again at a known time. */
    BUSY,
    /** Another writer changed the target since it was read: it is read and planned again. */
    OUTDATED,
    /** The outcome of a write is unknown: its effect has to be read. */
    UNKNOWN_OUTCOME,
    /** A call failed. */
    FAILED,
    /** The cloud refuses the object for good: the same request is refused again until something changes there. */
    REFUSED,
    /** A call failed for an object that is being removed, whose deletion waits for it. */
    REMOVAL_FAILED
}
