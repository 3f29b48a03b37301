package io.azureccm.credential.http;

import java.net.SocketTimeoutException;
import java.time.Duration;

/** The time by which something has to be finished. */
public final class Deadline {
    private final long end;

    private Deadline(long end) {
        this.end = end;
    }

    public static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** The earlier one of this deadline and the given number of milliseconds from now. */
    Deadline orIn(long millis) {
        return new Deadline(Math.min(end - System.nanoTime(), millis * 1_000_000) + System.nanoTime());
    }

    /** Remaining milliseconds; zero or negative after the deadline. */
    public long left() {
        return (end - System.nanoTime()) / 1_000_000;
    }

    /** The remaining time as a socket timeout, at least 1 ms. */
    int millis() throws SocketTimeoutException {
        long left = left();
        if (left <= 0)
            throw new SocketTimeoutException("no answer in time");
        return (int) Math.min(left, Integer.MAX_VALUE);
    }
}
