package io.azureccm.e2e.suite.faults.virtual;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** What the JDK does not offer about virtual threads whose parts an executor of ours runs. */
final class VirtualThreads {
    private static final Constructor<?> BUILDER = builder();
    private static final Field EXECUTOR = field(type("java.lang.VirtualThread"), "scheduler");
    private static final Field TIMER = field(type("java.lang.VirtualThread"), "timeoutTask");
    private static final Field OWNER = field(AbstractOwnableSynchronizer.class, "exclusiveOwnerThread");

    private VirtualThreads() {}

    /** Of threads that the executor runs, and with them those that they start. */
    static Thread.Builder.OfVirtual builder(Executor executor) {
        try {
            return (Thread.Builder.OfVirtual) BUILDER.newInstance(executor);
        } catch (ReflectiveOperationException changed) {
            throw changed(changed);
        }
    }

    /** The thread of a part that an executor is given: the one value that the JDK's lambda holds. */
    static Thread of(Runnable part) {
        Field held = part.getClass().getDeclaredFields()[0];
        held.setAccessible(true);
        return (Thread) read(held, part);
    }

    /** Whether it waits for a lock that no thread of this executor holds. One without an owner is about to be handed over. */
    static boolean waitsForOthersLock(Thread waiting, Executor executor) {
        if (!(LockSupport.getBlocker(waiting) instanceof AbstractOwnableSynchronizer lock)
                || lock.getClass().getEnclosingClass() != ReentrantLock.class)
            return false;
        Thread owner = (Thread) read(OWNER, lock);
        return owner == null || !isOf(owner, executor);
    }

    /** Whether it waits for somebody, at most for some time of the machine. */
    static boolean hasLimit(Thread waiting) {
        return waiting.getState() == Thread.State.TIMED_WAITING && LockSupport.getBlocker(waiting) != null;
    }

    /** Only whom it waits for ends its wait. */
    static void removeLimit(Thread waiting) {
        if (read(TIMER, waiting) instanceof Future<?> timer)
            timer.cancel(false);
    }

    /** Whether the executor runs this thread. */
    static boolean isOf(Thread thread, Executor executor) {
        return thread.isVirtual() && read(EXECUTOR, thread) == executor;
    }

    private static Constructor<?> builder() {
        try {
            Constructor<?> builder = type("java.lang.ThreadBuilders$VirtualThreadBuilder")
                    .getDeclaredConstructor(Executor.class);
            builder.setAccessible(true);
            return builder;
        } catch (ReflectiveOperationException changed) {
            throw changed(changed);
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException changed) {
            throw changed(changed);
        }
    }

    private static Field field(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException changed) {
            throw changed(changed);
        }
    }

    private static Object read(Field field, Object of) {
        try {
            return field.get(of);
        } catch (IllegalAccessException changed) {
            throw changed(changed);
        }
    }

    private static IllegalStateException changed(ReflectiveOperationException why) {
        return new IllegalStateException("this JDK makes virtual threads or locks in another way", why);
    }
}
