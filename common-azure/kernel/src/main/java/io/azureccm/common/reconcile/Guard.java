package io.azureccm.common.reconcile;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** A lock for work on values that several threads share. */
public final class Guard extends ReentrantLock {
    /** The result of the work, which one thread does at a time. */
    public <T> T get(Supplier<T> work) {
        lock();
        try {
            return work.get();
        } finally {
            unlock();
        }
    }

    /** Work without a result. */
    public void run(Runnable work) {
        get(() -> {
            work.run();
            return null;
        });
    }
}
