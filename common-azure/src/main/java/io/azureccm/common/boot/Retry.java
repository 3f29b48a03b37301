package io.azureccm.common.boot;

import java.time.Duration;
import java.time.Instant;

/** When to try again: at once, then after a pause that doubles with each failure. */
final class Retry {
    private final Duration first;
    private final Duration cap;
    private Duration pause;
    private Instant due = Instant.MIN;

    Retry(Duration first, Duration cap) {
        this.first = first;
        this.cap = cap;
        this.pause = first;
    }

    boolean isDue(Instant now) {
        return !now.isBefore(due);
    }

    void failed(Instant now) {
        due = now.plus(pause);
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(cap) < 0 ? doubled : cap;
    }

    void worked() {
        due = Instant.MIN;
        pause = first;
    }
}
