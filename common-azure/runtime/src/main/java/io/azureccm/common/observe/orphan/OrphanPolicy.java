package io.azureccm.common.observe.orphan;

import java.time.Duration;

/**
 * The interval between scans for orphans (zero: never), whether deletable orphans are deleted, and the grace period before
 * that.
 */
public record OrphanPolicy(Duration interval, boolean delete, Duration grace) {
    public static final OrphanPolicy OFF = new OrphanPolicy(Duration.ZERO, false, Duration.ZERO);
}
