package io.azureccm.credential.http;

import java.net.SocketTimeoutException;
import java.time.Duration;

/** A moment by which something has to be over. */
public final class Deadline {
    private final long end;

    private Deadline(long end) {
        this.end = end;
    }

    public static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** The earlier one: this moment, or so many milliseconds from now. */
    Deadline orIn(long millis) {
        return new Deadline(Math.min(end - System.nanoTime(), millis * 1_000_000) + System.nanoTime());
    }

    /** Milliseconds that are left; not positive when it is over. */
    public long left() {
        return (end - System.nanoTime()) / 1_000_000;
    }

    /** What is left as the time limit of a socket, at least 1. */
    int millis() throws SocketTimeoutException {
        long left = left();
        if (left <= 0)
            throw new SocketTimeoutException("no answer in time");
        return (int) Math.min(left, Integer.MAX_VALUE);
    }
}
