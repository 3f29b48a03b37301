package io.azureccm.common.observe.orphan;

import java.time.Duration;

/**
 * How often orphans are looked for (zero: never), whether those of a kind that can be deleted are, and how long one has to have
 * been known before that.
 */
public record OrphanPolicy(Duration interval, boolean delete, Duration grace) {
    public static final OrphanPolicy OFF = new OrphanPolicy(Duration.ZERO, false, Duration.ZERO);
}
