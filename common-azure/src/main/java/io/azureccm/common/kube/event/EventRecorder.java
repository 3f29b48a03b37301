package io.azureccm.common.kube.event;

import io.azureccm.common.kube.client.KubeFailures;
import io.fabric8.kubernetes.api.model.Event;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells users what happened to their objects, as Kubernetes events. Recording only puts a note into a bounded queue: it never
 * waits and never fails; a thread of its own writes. Notes that find the queue full are dropped and counted.
 */
public final class EventRecorder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
    private static final int ATTEMPTS = 12;
    private static final Duration FLUSH = Duration.ofSeconds(2);
    private static final EventNote LAST = EventNote.normal("", new ObjectRef("", "", "", "", "", ""), "", "");

    private final EventSink sink;
    private final Duration retryWait;
    private final EventCorrelator correlator;
    private final BlockingQueue<EventNote> queue;
    private final AtomicLong dropped = new AtomicLong();
    private final Thread thread;
    private volatile boolean closed;

    public EventRecorder(EventSink sink) {
        this(sink, EventSettings.DEFAULTS, InstantSource.system(), System::nanoTime, Duration.ofSeconds(10));
    }

    /** {@code retryWait} is the pause before an event is sent again that the API could not be given. */
    public EventRecorder(EventSink sink, EventSettings settings, InstantSource clock, LongSupplier nanoTime,
            Duration retryWait) {
        this.sink = sink;
        this.retryWait = retryWait;
        this.correlator = new EventCorrelator(settings, clock, nanoTime);
        this.queue = new ArrayBlockingQueue<>(settings.queued());
        this.thread = Thread.ofVirtual().name("kube-events").start(this::run);
    }

    public void record(EventNote note) {
        if (closed || !queue.offer(note)) {
            dropped.incrementAndGet();
        }
    }

    /** Notes that were not written because the queue was full, the API refused them or could not be reached. */
    public long dropped() {
        return dropped.get();
    }

    public int queued() {
        return queue.size();
    }

    /** Refuses new notes and gives those that wait two seconds to be written. */
    @Override
    public void close() {
        closed = true;
        // Wakes the thread if it waits; if the queue is full it does not.
        queue.offer(LAST);
        try {
            if (!thread.join(FLUSH)) {
                thread.interrupt();
                thread.join(FLUSH);
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closed || !queue.isEmpty()) {
                EventNote note = queue.take();
                if (note != LAST)
                    write(note);
            }
        } catch (InterruptedException e) {
            dropped.addAndGet(queue.size());
            Thread.currentThread().interrupt();
        }
    }

    private void write(EventNote note) throws InterruptedException {
        EventWrite write = correlator.correlate(note);
        for (int attempt = 1;; attempt++) {
            try {
                send(write);
                return;
            } catch (RuntimeException e) {
                boolean answered = KubeFailures.code(e) > 0;
                if (answered || attempt == ATTEMPTS || closed) {
                    LOG.warn("event {} about {} {} is lost: {}", note.reason(), note.object().kind(),
                            note.object().name(),
                            e.getMessage());
                    dropped.incrementAndGet();
                    correlator.forget(note);
                    return;
                }
                Thread.sleep(retryWait);
            }
        }
    }

    private void send(EventWrite write) {
        switch (write) {
            case EventWrite.Create(var event) -> create(event);
            case EventWrite.Repeat(var event, var patch) -> {
                try {
                    sink.patch(event.getMetadata().getNamespace(), event.getMetadata().getName(), patch);
                } catch (RuntimeException e) {
                    // The API server forgets events after an hour.
                    if (KubeFailures.code(e) != 404)
                        throw e;
                    create(event);
                }
            }
            case EventWrite.Skip() -> {
            }
        }
    }

    private void create(Event event) {
        try {
            sink.create(event);
        } catch (RuntimeException e) {
            // Written before, by an attempt whose answer was lost: the name is nobody else's.
            if (KubeFailures.code(e) != 409)
                throw e;
        }
    }
}
