package io.azureccm.e2e.cluster.store;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** One write: the object after it (for a deletion: as it last was, with the deletion's revision) and before it (null when it was new). */
public record Change(long revision, Kind kind, ObjectKey key, ObjectNode object, ObjectNode before) {

    /** What a watch calls it. */
    public enum Kind {
        ADDED, MODIFIED, DELETED
    }
}
