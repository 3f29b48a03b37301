package io.azureccm.common.boot.standby;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** What a light standby knows of itself, written by its loop and read by its ports. */
final class StandbyState {
    /** As for the supervisor of an app: a loop that has not turned for so long is dead. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final LongSupplier nanoTime;
    private volatile long lastTurn;
    private volatile String holder = "";
    private volatile Optional<String> problem = Optional.empty();

    StandbyState(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.lastTurn = nanoTime.getAsLong();
    }

    /** A turn of the loop: the holder of the lease, and why the lease could not be read. */
    void turned(String newHolder, Optional<String> newProblem) {
        holder = newHolder;
        problem = newProblem;
        lastTurn = nanoTime.getAsLong();
    }

    String holder() {
        return holder;
    }

    Optional<String> problem() {
        return problem;
    }

    Duration sinceTurn() {
        return Duration.ofNanos(nanoTime.getAsLong() - lastTurn);
    }

    boolean isAlive() {
        return sinceTurn().compareTo(LIMIT) < 0;
    }

    boolean isReady() {
        return isAlive() && problem.isEmpty();
    }
}
