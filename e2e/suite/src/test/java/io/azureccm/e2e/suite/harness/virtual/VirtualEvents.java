package io.azureccm.e2e.suite.harness.virtual;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.EventSink;
import io.azureccm.common.kube.event.ObjectRef;
import io.fabric8.kubernetes.api.model.Event;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The events of one controller in virtual time. Its recorder works on a thread of its own, in the time of the machine, but what it writes
 * is written by the thread of the test. A note that is never written tells when everything before it has been.
 */
final class VirtualEvents implements EventSink, AutoCloseable {
    private static final String MARK = "EverythingBeforeIsWritten";
    private static final int MAX_SECONDS = 60;

    /** What the recorder waits for. */
    private record Write(boolean isMark, Runnable work, CompletableFuture<Void> done) {
        void carryOut() {
            try {
                work.run();
                done.complete(null);
            } catch (RuntimeException refused) {
                done.completeExceptionally(refused);
            }
        }
    }

    private final BlockingQueue<Write> writes = new LinkedBlockingQueue<>();
    private final EventSink sink;
    private final EventRecorder recorder;
    private long flushes;
    private volatile boolean closed;

    VirtualEvents(Function<EventSink, EventRecorder> recorders, EventSink sink) {
        this.sink = sink;
        this.recorder = recorders.apply(this);
    }

    EventRecorder recorder() {
        return recorder;
    }

    /** Returns when what was recorded before has been written, or refused; nothing is heard of a recorder that was closed. */
    void flush() {
        if (closed)
            return;
        ObjectRef mark = new ObjectRef("v1", "Mark", "default", "mark-" + flushes++, "", "");
        recorder.record(EventNote.normal("suite", mark, MARK, ""));
        try {
            Write next;
            do {
                next = writes.poll(MAX_SECONDS, TimeUnit.SECONDS);
                if (next == null)
                    throw new AssertionError("the recorder of events does not go on");
                next.carryOut();
            } while (!next.isMark());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(boolean isMark, Runnable work) {
        if (closed)
            return;
        Write write = new Write(isMark, work, new CompletableFuture<>());
        writes.add(write);
        try {
            write.done().join();
        } catch (CompletionException refused) {
            throw (RuntimeException) refused.getCause();
        }
    }

    @Override
    public void create(Event event) {
        boolean isMark = event.getReason().equals(MARK);
        write(isMark, isMark ? () -> {} : () -> sink.create(event));
    }

    @Override
    public void patch(String namespace, String name, JsonNode patch) {
        write(false, () -> sink.patch(namespace, name, patch));
    }

    /** Lets the recorder go on to its end; nothing more is written. */
    @Override
    public void close() {
        flush();
        closed = true;
        writes.forEach(write -> write.done().complete(null));
    }
}
