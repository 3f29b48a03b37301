package io.azureccm.common.boot.azure;

import io.azureccm.common.reconcile.BackOff;
import java.time.Duration;
import java.time.Instant;

/** Schedules retries: the first at once, later ones after a pause that doubles with each failure. */
final class Retry {
    private final BackOff pauses;
    private int failures;
    private Instant due = Instant.MIN;

    Retry(Duration first, Duration cap) {
        this.pauses = BackOff.doubling(first, cap);
    }

    boolean isDue(Instant now) {
        return !now.isBefore(due);
    }

    void failed(Instant now) {
        due = now.plus(pauses.delay(++failures));
    }

    void worked() {
        due = Instant.MIN;
        failures = 0;
    }
}
