package io.azureccm.common.machine.read;

import io.azureccm.common.core.unreadable.UnreadableResource;
import java.time.Instant;

/** An answer needs a resource that exists and cannot be read; its list is not read again before {@code notBefore}. */
final class UnreadableItem extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Instant notBefore;

    UnreadableItem(UnreadableResource resource, Instant notBefore) {
        super(resource.describe(), null, false, false);
        this.notBefore = notBefore;
    }

    Instant notBefore() {
        return notBefore;
    }
}
