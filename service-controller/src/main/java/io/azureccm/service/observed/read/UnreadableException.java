package io.azureccm.service.observed.read;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.core.ArmId;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Azure could not be read; the message is that of the first failure. */
final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Set<ArmId> failed;

    UnreadableException(Set<ArmId> failed, RuntimeException cause) {
        super(cause.getMessage(), cause);
        this.failed = Set.copyOf(failed);
    }

    /** Whether Azure refuses to show some of these, and nothing else failed. */
    boolean isRefusalOf(Collection<ArmId> ids) {
        return isRefusal() && ids.containsAll(failed);
    }

    /** Whether Azure refuses what was asked for, rather than anything for now. */
    boolean isRefusal() {
        return getCause() instanceof ArmException arm
                && (arm.kind() == ArmException.Kind.FORBIDDEN || arm.kind() == ArmException.Kind.REJECTED);
    }

    /** The types, in lower case and in order, of which something could not be read. */
    Set<String> types() {
        return failed.stream()
                .map(id -> id.type().toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
