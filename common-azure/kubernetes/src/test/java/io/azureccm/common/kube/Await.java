package io.azureccm.common.kube;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits until something holds; how long that takes is not asserted, only that it happens. */
public final class Await {
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);

    private Await() {}

    public static void until(String what, BooleanSupplier condition) {
        until(() -> what, condition);
    }

    public static void until(Supplier<String> what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LONG_ENOUGH.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline)
                throw new AssertionError("never happened: " + what.get());
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while waiting for " + what.get());
            }
        }
    }
}
