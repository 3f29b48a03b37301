package io.azureccm.route.reconcile;

import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.route.spec.NodeFacts;
import java.time.Duration;

/** The last write of the table, which did not succeed, and how long it took. */
public record FailedWrite(Operation operation, Outcome outcome, Duration took) {
    /** True if the write included routes of this node. */
    public boolean concerns(NodeFacts node) {
        return operation.subjects().contains(node.name());
    }

    public String problem() {
        return operation.target().shortName() + ": " + outcome.problem();

    }
}
