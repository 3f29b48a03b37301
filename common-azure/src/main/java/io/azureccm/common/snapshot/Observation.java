package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What ARM showed, with our own later writes laid over it: the items of a collection, or the one resource or none. {@code asOf}
 * is when the call to ARM began; {@code isPartial} says that some body is from a write that had not ended. The trees are
 * those of all readers: they are never changed.
 */
public record Observation(List<ObjectNode> items, Instant asOf, boolean isPartial) {
    public Observation {
        items = List.copyOf(items);
    }

    /** The single resource; empty when it does not exist. */
    public Optional<ObjectNode> item() {
        return items.stream().findFirst();
    }
}
