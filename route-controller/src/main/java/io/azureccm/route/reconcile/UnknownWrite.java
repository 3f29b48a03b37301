package io.azureccm.route.reconcile;

import io.azureccm.common.core.Operation;
import io.azureccm.route.observed.ObservedState;
import java.time.Instant;
import java.util.Optional;

/**
 * A write of the table with an unknown outcome: Azure may have carried it out, and until {@code until} a reading may
 * still show the state before it.
 */
record UnknownWrite(Operation operation, Instant until) {
    /**
     * True while the observed table may be older than the write: it has the etag that the write was planned on, or is
     * missing.
     */
    boolean isOpen(Optional<ObservedState> observed) {
        return observed.flatMap(ObservedState::table)
                .filter(table -> !table.path("etag").asText().equals(operation.ifMatch()))
                .isEmpty();
    }
}
