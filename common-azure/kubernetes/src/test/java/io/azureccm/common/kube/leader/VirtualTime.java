package io.azureccm.common.kube.leader;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Time that goes on when told to; each candidate may see it with a wall clock of its own. */
final class VirtualTime {
    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(3).toNanos());
    private final long origin = nanos.get();

    void advance(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    LeaderClock clock(Duration skew) {
        return new LeaderClock(nanos::get, () -> START.plus(skew).plusNanos(nanos.get() - origin));
    }
}
