package io.azureccm.common.exec;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A place where a thread waits until the test lets it go on, and where the test sees that it has arrived. */
public final class Gate {
    private static final long TIMEOUT_SECONDS = 120;
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    /** Called by the thread under test. */
    public void await() {
        arrived.countDown();
        await(opened);
    }

    public void awaitArrival() {
        await(arrived);
    }

    public void open() {
        opened.countDown();
    }

    static void await(CountDownLatch latch) {
        try {
            if (!latch.await(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                throw new AssertionError("waited in vain for " + TIMEOUT_SECONDS + " s");
        } catch (InterruptedException unexpected) {
            throw new AssertionError("interrupted at a gate", unexpected);
        }
    }
}
