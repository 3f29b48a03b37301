package io.azureccm.e2e.playground.cloud;

import java.io.IOException;
import java.time.Duration;

/** Waits for a controller, at most half an hour and only while it lives. */
public final class Await {
    private static final Duration BOUND = Duration.ofMinutes(30);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    /** Something that becomes true. */
    public interface Condition {
        boolean isMet() throws IOException, InterruptedException;
    }

    private Await() {}

    /** {@code what}: what the controller has not done, in case it does not do it. */
    public static void until(ControllerProcess controller, String what, Condition condition)
            throws IOException, InterruptedException {
        boolean met = before(System.nanoTime() + BOUND.toNanos(), POLL_INTERVAL, () -> {
            if (condition.isMet())
                return true;
            controller.requireAlive();
            return false;
        });
        if (!met)
            throw new IOException("the " + controller.name() + " is not " + what + " after " + BOUND.toMinutes()
                    + " minutes: " + controller.health() + "; its log: " + controller.log());
    }

    /** Whether the condition is met before this {@link System#nanoTime}, or at once. */
    public static boolean before(long deadline, Duration pollInterval, Condition condition)
            throws IOException, InterruptedException {
        while (!condition.isMet()) {
            if (System.nanoTime() > deadline)
                return false;
            Thread.sleep(pollInterval);
        }
        return true;
    }

    /** Until Azure has received no call for so long, so that late calls are counted, too. */
    public static void quiet(LocalCloud cloud, ControllerProcess controller, Duration still)
            throws IOException, InterruptedException {
        long[] quietSince = {System.nanoTime()};
        int[] seen = {-1};
        until(controller, "idle", () -> {
            int calls = cloud.azure().calls().all().size();
            if (calls != seen[0] || cloud.azure().runningOperations() > 0) {
                seen[0] = calls;
                quietSince[0] = System.nanoTime();
            }
            return System.nanoTime() - quietSince[0] >= still.toNanos();
        });
    }
}
