package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.limit.Headroom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the subscription was last seen to use of Azure's quotas, when that is read next, and why it could not be read the last time. Nothing
 * is planned from it.
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

    public Quotas read(List<Headroom> next, Instant again) {
        return new Quotas(next, again, Optional.empty());
    }

    /** What was seen before says nothing about now. */
    public Quotas failed(String why, Instant again) {
        return new Quotas(List.of(), again, Optional.of(why));
    }
}
