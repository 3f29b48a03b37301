package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import java.time.Instant;
import java.util.Set;

/**
 * A write of ours that ended: the body it left, null for a deletion. {@code end} orders it among the starts of calls;
 * {@code etagsBefore} are those the resource is known to have borne before it.
 */
record OwnWrite(ArmId target, ObjectNode body, boolean isFinal, long end, Instant endedAt, Set<String> etagsBefore) {
    boolean isDeletion() {
        return body == null;
    }

    OwnWrite showing(ObjectNode other) {
        return new OwnWrite(target, other, isFinal, end, endedAt, etagsBefore);
    }

    /** True when an answer to a call that began after the write had ended shows what was there before it. */
    boolean isMissedBy(ObjectNode shown) {
        if (shown == null)
            return !isDeletion();
        String etag = shown.path("etag").asText("");
        return etagsBefore.contains(etag)
                && (isDeletion() || !body.path("etag").asText("").equals(etag));
    }
}
