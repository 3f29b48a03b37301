package io.azureccm.common.snapshot;

import io.azureccm.common.core.ArmId;
import java.time.Instant;

/**
 * ARM showed a version of a resource that is known to be older than its current one, after a write that failed or is in
 * doubt. From {@link #until} on, such a response is accepted: ARM does not show older versions for longer.
 */
public final class OutdatedResponseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Instant until;

    OutdatedResponseException(ArmId id, Instant until) {
        super("ARM shows " + id.shortName() + " in a version that is known to be older than the current one");
        this.until = until;
    }

    public Instant until() {
        return until;
    }
}
