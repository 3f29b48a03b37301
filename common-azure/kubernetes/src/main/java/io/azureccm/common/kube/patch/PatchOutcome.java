package io.azureccm.common.kube.patch;

/** The result of a patch that raised no error. */
public enum PatchOutcome {
    /** The API accepted the patch. */
    WRITTEN,
    /** The object is already as wanted; nothing was sent. */
    UNCHANGED,
    /** The object no longer exists, or another one has its name; nothing was written. */
    GONE,
    /** The object has changed since it was seen, so it is not deleted; nothing was written. */
    CHANGED,
    /** This process may not write now (it no longer leads, or this is a dry run); nothing was sent. */
    REFUSED
}
