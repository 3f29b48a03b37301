package io.azureccm.service.observed.read;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Azure could not be read; the message is that of the first failure. */
public final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Set<ArmId> failed;

    UnreadableException(Set<ArmId> failed, RuntimeException cause) {
        super(cause.getMessage(), cause);
        this.failed = Set.copyOf(failed);
    }

    /** The earliest time for another request; empty if Azure did not specify it. */
    public Optional<Instant> retryAfter() {
        return getCause() instanceof ArmException error ? error.retryAfter() : Optional.empty();
    }

    /** True if a resource or a list of this type could not be read. */
    public boolean concerns(String type) {
        return failed.stream().anyMatch(id -> id.hasType(type));
    }
}
