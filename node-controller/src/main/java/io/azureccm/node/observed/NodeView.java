package io.azureccm.node.observed;

import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.node.spec.NodeFacts;
import java.time.Instant;
import java.util.Optional;

/**
 * A node as one turn sees it: the Node, what was seen of it before, its machine if that was asked for, and the direct answer
 * if that was asked for. {@code refresh} says that its addresses are due; {@code shown} is what its condition says about its
 * initialisation, if it has one.
 */
public record NodeView(NodeFacts node, NodeHistory history, Optional<MachineLookup> lookup, Optional<Presence> presence,
        boolean refresh, Instant now, Optional<ShownCondition> shown) {
    /** Of a Node that has no condition about its initialisation. */
    public NodeView(NodeFacts node, NodeHistory history, Optional<MachineLookup> lookup, Optional<Presence> presence,
            boolean refresh, Instant now) {
        this(node, history, lookup, presence, refresh, now, Optional.empty());
    }

    /** What ARM said when it was asked for one machine and nothing else. */
    public enum Presence {
        /** It is there, whatever the lists say. */
        PRESENT,
        /** It is not there, or is being deleted. */
        GONE,
        /** No answer, or one that does not tell. */
        UNKNOWN
    }

    public NodeView with(MachineLookup seen) {
        return new NodeView(node, history, Optional.of(seen), presence, refresh, now, shown);
    }

    public NodeView with(Presence answer) {
        return new NodeView(node, history, lookup, Optional.of(answer), refresh, now, shown);
    }
}
