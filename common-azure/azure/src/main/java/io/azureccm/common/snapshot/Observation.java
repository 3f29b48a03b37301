package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A response of ARM with later own writes applied: the items of a collection, or the one resource or none. {@code asOf} is
 * when the call to ARM began; {@code isPartial} is true if a body is from a write that had not completed; {@code unreadable} exists, too,
 * and must not be taken as absent. The trees are shared by all readers and must not be modified.
 */
public record Observation(List<ObjectNode> items, Instant asOf, boolean isPartial,
        List<UnreadableResource> unreadable) {
    public Observation {
        items = List.copyOf(items);
        unreadable = List.copyOf(unreadable);
    }

    /** The single resource; empty if it does not exist or cannot be read. */
    public Optional<ObjectNode> item() {
        return items.stream().findFirst();
    }
}
