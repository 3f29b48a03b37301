package io.azureccm.node.status;

import io.azureccm.node.plan.NodeChange;

/** What became of a change. */
public record NodeOutcome(NodeChange change, Kind kind, String problem) {
    /** How far it came. */
    public enum Kind {
        /** All of it is written. */
        WRITTEN,
        /** The Node was so already. */
        UNCHANGED,
        /** The Node is no longer there, or is another one of its name by now. */
        GONE,
        /** This process may not write now, or this is a dry run. */
        NOT_ALLOWED,
        /** The API did not take a write; what came after it was not sent. */
        FAILED
    }

    public boolean isGood() {
        return kind != Kind.FAILED && kind != Kind.NOT_ALLOWED;
    }
}
