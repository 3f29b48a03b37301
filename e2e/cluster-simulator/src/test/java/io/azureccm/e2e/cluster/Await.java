package io.azureccm.e2e.cluster;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a condition; fails with a description after a generous timeout. */
final class Await {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Await() {}

    static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end)
                throw new AssertionError("still not so after " + LIMIT + ": " + what);
            java.util.concurrent.locks.LockSupport.parkNanos(2_000_000);
        }
    }
}
