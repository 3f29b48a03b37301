package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A response of ARM with later own writes applied: the items of a collection, or the one resource or none. {@code asOf} is
 * when the call to ARM began; {@code isPartial} is true if a body is from a write that had not completed. The trees are
 * shared by all readers and must not be modified.
 */
public record Observation(List<ObjectNode> items, Instant asOf, boolean isPartial) {
    public Observation {
        items = List.copyOf(items);
    }

    /** The single resource; empty if it does not exist. */
    public Optional<ObjectNode> item() {
        return items.stream().findFirst();
    }
}
