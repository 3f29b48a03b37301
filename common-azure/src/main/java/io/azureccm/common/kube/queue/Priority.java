package io.azureccm.common.kube.queue;

/** Which of the due keys goes first. A key carries the most urgent class of all that was merged into it. */
public enum Priority {
    /** An object was created or deleted: somebody waits for it. */
    NEW_OR_DELETED,
    /** An object was changed. */
    CHANGED,
    /** Nothing was asked for: a periodic comparison, a retry, a node that came or left. */
    DRIFT
}
