package io.azureccm.common.kube.patch;

/** What became of a patch that raised no error. */
public enum PatchOutcome {
    /** The API took it. */
    WRITTEN,
    /** The object is as wanted already; nothing was sent. */
    UNCHANGED,
    /** The object is no longer there, or another one has its name; nothing was written. */
    GONE,
    /** This process may not write now (it leads no longer, or this is a dry run); nothing was sent. */
    REFUSED
}
