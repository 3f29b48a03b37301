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
        /** The API server rejected a write or did not answer; later writes were not sent. */
        FAILED;

        /** Why nothing was written, if that is a problem; "" if not. */
        public String problem() {
            return this == NOT_ALLOWED ? "this process may not write now" : "";
        }
    }

    public boolean isGood() {
        return kind != Kind.FAILED && kind != Kind.NOT_ALLOWED;
    }
}
