package io.azureccm.node.observed;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.node.spec.NodeFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A node as one turn sees it: the Node, its history, its machine if it was looked up, and the direct answer if one was
 * requested. {@code refresh}: its addresses are due. {@code shown} is the content of its initialisation condition, if
 * it has one.
 */
public record NodeView(NodeFacts node, NodeHistory history, Optional<MachineLookup> lookup,
        Optional<MachineExistence> presence,
        boolean refresh, Instant now, Optional<ShownCondition> shown) {
    /** Machines and lists occasionally take this long to appear, and Azure to answer again. */
    public static final Duration REPORTED_AFTER = Duration.ofMinutes(2);

    /** Whether a problem that another attempt may solve has lasted: since the node joined, or since it is not ready. */
    public boolean hasProblemLasted() {
        Instant since = node.isUninitialised() ? history.known() : history.turned();
        return !since.plus(REPORTED_AFTER).isAfter(now);
    }

    /**
     * The machine of this cluster that the Node is known to be, whether it exists or not: named by its provider ID; or, without
     * one, shown by a list before, or the only instance of a scale set that may have its name. A name that no machine has may be
     * that of a machine in another cloud.
     */
    public Optional<ArmId> knownMachine() {
        if (!node.providerId().isEmpty())
            return node.machine();
        return history.machine()
                .or(() -> lookup.orElse(null) instanceof MachineLookup.Missing missing
                        && missing.instances().size() == 1
                                ? missing.instances().stream().findFirst()
                                : Optional.empty());
    }

    /** Without its machine, for a node whose life does not depend on one. */
    public NodeView withoutMachine() {
        return new NodeView(node, history, Optional.empty(), Optional.empty(), refresh, now, shown);
    }

    public NodeView with(NodeHistory next) {
        return new NodeView(node, next, lookup, presence, refresh, now, shown);
    }

    public NodeView with(MachineLookup seen) {
        return new NodeView(node, history, Optional.of(seen), presence, refresh, now, shown);
    }

    public NodeView with(MachineExistence answer) {
        return new NodeView(node, history, lookup, Optional.of(answer), refresh, now, shown);
    }
}
