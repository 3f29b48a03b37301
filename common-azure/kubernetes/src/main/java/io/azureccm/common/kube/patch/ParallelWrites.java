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
 * Writes several objects in parallel and waits for all writes, even if interrupted: a write in flight takes effect in any case, and a lease must
 * not be released before it has. Writes that have not begun by then are not started. {@code name}: of the threads; {@code max}: maximum number of
 * concurrent writes.
 */
public record ParallelWrites(String name, int max) {
    /** The result of each write, by key; every future is done, and a write that was not begun is a failed one. */
    public <T> Map<String, Future<T>> run(Map<String, Callable<T>> writes) {
        Semaphore places = new Semaphore(max);
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
            } catch (ExecutionException inFuture) {
                // The future contains the failure.
            } catch (InterruptedException stop) {
                stopping.set(true);
            }
        }
    }
}
