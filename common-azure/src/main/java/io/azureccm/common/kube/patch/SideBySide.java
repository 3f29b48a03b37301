package io.azureccm.common.kube.patch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes several objects at the same time and waits for all writes, also when interrupted: what is under way arrives whether it
 * is waited for or not, and a lease must not be given up before it has. Those not begun by then are not begun any more.
 */
public final class SideBySide {
    private final String name;
    private final int most;

    /** {@code name}: of the threads; {@code most}: so many writes at a time. */
    public SideBySide(String name, int most) {
        this.name = name;
        this.most = most;
    }

    /** What each write came to, by key; every future is done, and one that was not begun is a failed one. */
    public <T> Map<String, Future<T>> run(Map<String, Callable<T>> writes) {
        Semaphore places = new Semaphore(most);
        AtomicBoolean stopping = new AtomicBoolean();
        Map<String, Future<T>> running = new LinkedHashMap<>();
        writes.forEach((key, write) -> {
            FutureTask<T> task = new FutureTask<>(() -> {
                places.acquireUninterruptibly();
                try {
                    if (stopping.get())
                        throw new CancellationException("not begun: stopping");
                    return write.call();
                } finally {
                    places.release();
                }
            });
            running.put(key, task);
            Thread.ofVirtual().name(name + " " + key).start(task);
        });
        running.values().forEach(task -> await(task, stopping));
        if (stopping.get())
            Thread.currentThread().interrupt();
        return running;
    }

    private static void await(Future<?> task, AtomicBoolean stopping) {
        while (!task.isDone()) {
            try {
                task.get();
            } catch (ExecutionException told) {
                // The future says so.
            } catch (InterruptedException stop) {
                stopping.set(true);
            }
        }
    }
}
