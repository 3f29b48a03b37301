package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.limit.Headroom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The last known usage of Azure's quotas by the subscription, when it is read next, and why the last read failed. Planning does not use it.
 */
public record Quotas(List<Headroom> used, Instant due, Optional<String> problem) {
    public Quotas {
        used = List.copyOf(used);
    }

    /** Nothing is known before that moment. */
    public static Quotas from(Instant first) {
        return new Quotas(List.of(), first, Optional.empty());
    }

    public boolean isDue(Instant now) {
        return !now.isBefore(due);
    }
}
