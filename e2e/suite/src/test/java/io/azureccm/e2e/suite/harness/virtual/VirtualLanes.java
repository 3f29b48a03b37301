package io.azureccm.e2e.suite.harness.virtual;

import java.util.concurrent.Semaphore;

/** Tests in virtual time never wait, so no more of them play at a time than there are processors: those that wait leave the rest. */
public final class VirtualLanes {
    private static final Semaphore LANES = new Semaphore(Runtime.getRuntime().availableProcessors());
    /** How many worlds a thread has opened: only the first needs a lane. */
    private static final ThreadLocal<Integer> WORLDS = ThreadLocal.withInitial(() -> 0);

    private VirtualLanes() {}

    public static void enter() {
        if (WORLDS.get() == 0)
            LANES.acquireUninterruptibly();
        WORLDS.set(WORLDS.get() + 1);
    }

    /** On the thread that has entered. */
    public static void leave() {
        WORLDS.set(WORLDS.get() - 1);
        if (WORLDS.get() == 0)
            LANES.release();
    }
}
