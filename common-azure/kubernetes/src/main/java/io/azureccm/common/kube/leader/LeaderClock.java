package io.azureccm.common.kube.leader;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Time as a candidate sees it. Elapsed time is measured on the monotonic and the wall clock, and the longer one counts: the
 * monotonic clock may stand still while a virtual machine is paused, the wall clock may be set back.
 */
public record LeaderClock(LongSupplier nanoTime, InstantSource wall) {
    public static final LeaderClock SYSTEM = new LeaderClock(System::nanoTime, InstantSource.system());

    /** A moment on both clocks. */
    record Moment(long nanos, Instant wall) {}

    Moment now() {
        return new Moment(nanoTime.getAsLong(), wall.instant());
    }

    Duration since(Moment moment) {
        Duration monotonic = sinceNanos(moment.nanos());
        Duration byWall = Duration.between(moment.wall(), wall.instant());
        return monotonic.compareTo(byWall) >= 0 ? monotonic : byWall;
    }

    /** The minimum elapsed time: a wall clock set forward does not expire another candidate's lease. */
    Duration sinceNanos(long nanos) {
        return Duration.ofNanos(nanoTime.getAsLong() - nanos);
    }
}
