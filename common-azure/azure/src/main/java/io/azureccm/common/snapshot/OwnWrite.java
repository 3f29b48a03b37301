package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import java.time.Instant;
import java.util.Set;

/**
 * A completed own write: the resulting body, null for a deletion. {@code end} orders it relative to the starts of calls;
 * {@code etagsBefore} are the known earlier etags of the resource.
 */
record OwnWrite(ArmId target, ObjectNode body, boolean isFinal, long end, Instant endedAt, Set<String> etagsBefore) {
    boolean isDeletion() {
        return body == null;
    }

    /** True if a response to a call that began after the end of the write shows the state before it. */
    boolean isMissedBy(ObjectNode shown) {
        if (shown == null)
            return !isDeletion();
        String etag = shown.path("etag").asText("");
        return etagsBefore.contains(etag)
                && (isDeletion() || !body.path("etag").asText("").equals(etag));
    }
}
