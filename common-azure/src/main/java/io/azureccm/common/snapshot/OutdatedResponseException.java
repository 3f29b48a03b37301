package io.azureccm.common.snapshot;

import io.azureccm.common.core.ArmId;

/** ARM showed a version of a resource that is older than one it has shown before, after a write whose outcome is unknown. */
public final class OutdatedResponseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutdatedResponseException(ArmId id) {
        super("ARM shows " + id.shortName() + " as it was before an earlier response; it is read again");
    }
}
