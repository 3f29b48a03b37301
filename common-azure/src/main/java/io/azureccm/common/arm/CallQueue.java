package io.azureccm.common.arm;

/** Where calls wait for their turn, as somebody sees it who knows what else is to be done. Thread-safe. */
@FunctionalInterface
public interface CallQueue {
    /** For calls that do not wait. */
    CallQueue NONE = urgent -> {};

    /**
     * From now on calls less urgent than this do not wait for their turn, and those that wait are kept back: what they belong to
     * would hold up something more urgent. {@link CallPriority#BACKGROUND} lets all wait again.
     */
    void makeWayFor(CallPriority urgent);
}
