package io.azureccm.e2e.cluster.store;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One write: the object after it (for a deletion: its last state, with the deletion's revision) and before it (null for
 * a new object).
 */
public record Change(long revision, Kind kind, ObjectKey key, ObjectNode object, ObjectNode before) {

    /** Its type in watch events. */
    public enum Kind {
        ADDED, MODIFIED, DELETED
    }
}
