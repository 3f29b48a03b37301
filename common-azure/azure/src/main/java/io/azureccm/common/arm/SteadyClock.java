package io.azureccm.common.arm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/**
 * A clock for everything that takes time. It follows the monotonic clock of the process, so that a wall clock that is set
 * hours ahead or back changes no pause, age or time limit. It approaches the time of day by running a twentieth faster or
 * slower, and never goes back. Times that are visible to others, such as the time of an event, come from the wall clock
 * instead.
 */
public final class SteadyClock extends Clock {
    /** The clock of this process. */
    public static final SteadyClock SYSTEM = new SteadyClock(System::nanoTime, InstantSource.system());
    private static final int SLOWNESS = 20;

    private final LongSupplier nanoTime;
    private final InstantSource wall;
    private long read;
    private Instant shown;

    public SteadyClock(LongSupplier nanoTime, InstantSource wall) {
        this.nanoTime = nanoTime;
        this.wall = wall;
        this.read = nanoTime.getAsLong();
        this.shown = wall.instant();
    }

    @Override
    public synchronized Instant instant() {
        long now = nanoTime.getAsLong();
        Duration passed = Duration.ofNanos(Math.max(0, now - read));
        Duration most = passed.dividedBy(SLOWNESS);
        Duration off = Duration.between(shown.plus(passed), wall.instant());
        Duration correction = off.abs().compareTo(most) <= 0 ? off : off.isNegative() ? most.negated() : most;
        read = now;
        shown = shown.plus(passed).plus(correction);
        return shown;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    /** Always UTC, since it is for durations. */
    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
