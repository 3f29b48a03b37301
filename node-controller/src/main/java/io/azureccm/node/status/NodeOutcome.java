package io.azureccm.node.status;

import io.azureccm.node.plan.NodeChange;

/** The outcome of a change. */
public record NodeOutcome(NodeChange change, Kind kind, String problem) {
    /** How far the change got. */
    public enum Kind {
        /** Everything was written. */
        WRITTEN,
        /** The Node already had the desired state. */
        UNCHANGED,
        /** The Node no longer exists, or was replaced by another one of the same name. */
        GONE,
        /** The Node has changed since its deletion was decided; it was not deleted. */
        CHANGED,
        /** This process may not write now, or this is a dry run. */
        NOT_ALLOWED,
        /** The API server rejected a write; later writes were not sent. */
        FAILED
    }

    public boolean isGood() {
        return kind != Kind.FAILED && kind != Kind.NOT_ALLOWED;
    }
}
