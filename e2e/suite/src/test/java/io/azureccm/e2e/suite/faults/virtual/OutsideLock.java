package io.azureccm.e2e.suite.faults.virtual;

import java.lang.reflect.Field;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Locks that virtual threads of one executor wait for while somebody else holds them, for example that of the log's output. */
final class OutsideLock {
    private static final Field OWNER = field(AbstractOwnableSynchronizer.class, "exclusiveOwnerThread");
    private static final Field EXECUTOR = field(executorsOwner(), "scheduler");

    private OutsideLock() {}

    /** Whether the thread waits for a lock that no thread of the executor holds. One without an owner is about to be handed over. */
    static boolean isAwaited(Thread waiting, Executor executor) {
        if (!(LockSupport.getBlocker(waiting) instanceof AbstractOwnableSynchronizer lock)
                || lock.getClass().getEnclosingClass() != ReentrantLock.class)
            return false;
        Thread owner = (Thread) read(OWNER, lock);
        return owner == null || !owner.isVirtual() || read(EXECUTOR, owner) != executor;
    }

    private static Class<?> executorsOwner() {
        try {
            return Class.forName("java.lang.VirtualThread");
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
        return new IllegalStateException("this JDK keeps locks and virtual threads in another way", why);
    }
}
