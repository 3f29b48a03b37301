package io.azureccm.common.boot;

import java.time.Duration;

/** Runs a task that may wait for ARM, and waits for it no longer than allowed. A task that takes longer continues on its own. */
public final class TimeLimitedTask {
    private TimeLimitedTask() {}

    public static boolean run(String what, Runnable work, Duration longest) {
        return join(Thread.ofVirtual().name(what).start(work), longest);
    }

    public static boolean join(Thread thread, Duration longest) {
        try {
            return thread.join(longest);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
