package io.azureccm.node.observed;

import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.node.spec.NodeFacts;
import java.time.Instant;
import java.util.Optional;

/**
 * A node as one turn sees it: the Node, its history, its machine if it was looked up, and the direct answer if one was
 * requested. {@code refresh}: its addresses are due. {@code shown} is the content of its initialisation condition, if
 * it has one.
 */
public record NodeView(NodeFacts node, NodeHistory history, Optional<MachineLookup> lookup, Optional<Presence> presence,
        boolean refresh, Instant now, Optional<ShownCondition> shown) {
    /** For a Node without the initialisation condition. */
    public NodeView(NodeFacts node, NodeHistory history, Optional<MachineLookup> lookup, Optional<Presence> presence,
            boolean refresh, Instant now) {
        this(node, history, lookup, presence, refresh, now, Optional.empty());
    }

    /** The answer of ARM to a request for a single machine. */
    public enum Presence {
        /** It exists, whatever the lists say. */
        PRESENT,
        /** It does not exist, or is being deleted. */
        GONE,
        /** No answer, or an inconclusive one. */
        UNKNOWN
    }

    public NodeView with(MachineLookup seen) {
        return new NodeView(node, history, Optional.of(seen), presence, refresh, now, shown);
    }

    public NodeView with(Presence answer) {
        return new NodeView(node, history, lookup, Optional.of(answer), refresh, now, shown);
    }
}
