package io.azureccm.common.snapshot;

import io.azureccm.common.core.ArmId;

/** ARM showed a version of a resource that is known to be older than its current one, after a write that failed or is in doubt. */
public final class OutdatedResponseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutdatedResponseException(ArmId id) {
        super("ARM shows " + id.shortName() + " in a version that is known to be older than the current one");
    }
}
