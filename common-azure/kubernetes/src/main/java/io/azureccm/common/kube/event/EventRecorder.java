package io.azureccm.common.kube.event;

import io.azureccm.common.kube.client.KubeFailures;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to users what happened to their objects, as Kubernetes events. Recording only puts a note into a bounded queue: it
 * never waits and never fails; a separate thread writes. If the queue is full, notes are dropped.
 */
public final class EventRecorder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
    private static final int ATTEMPTS = 12;
    private static final Duration FLUSH = Duration.ofSeconds(2);
    private static final Duration MOMENT = Duration.ofSeconds(1);
    private static final EventNote LAST = EventNote.normal("", new ObjectRef("", "", "", "", "", ""), "", "");

    /** Notes that may wait to be written; more are dropped. */
    static final int QUEUED = 1000;

    private final EventWriter writer;
    private final EventCorrelator correlator;
    private final LongSupplier nanoTime;
    private final Duration retryWait;
    private final BlockingQueue<EventNote> queue;
    private final List<OngoingEvents> ongoing = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile boolean closed;

    public EventRecorder(EventSink sink) {
        this(sink, InstantSource.system(), System::nanoTime, Duration.ofSeconds(10));
    }

    /** {@code retryWait} is the pause before an event that could not be sent to the API is retried. */
    public EventRecorder(EventSink sink, InstantSource clock, LongSupplier nanoTime, Duration retryWait) {
        this(sink, QUEUED, clock, nanoTime, retryWait);
    }

    EventRecorder(EventSink sink, int queued, InstantSource clock, LongSupplier nanoTime, Duration retryWait) {
        this.writer = new EventWriter(sink);
        this.correlator = new EventCorrelator(clock, nanoTime);
        this.nanoTime = nanoTime;
        this.retryWait = retryWait;
        this.queue = new ArrayBlockingQueue<>(queued);
        this.thread = Thread.ofVirtual().name("kube-events").start(this::run);
    }

    public void record(EventNote note) {
        offer(note);
    }

    private boolean offer(EventNote note) {
        return !closed && queue.offer(note);
    }

    /** For events that are recorded again while their cause lasts. A full queue does not drop them, but delays them. */
    public OngoingEvents ongoing() {
        AtomicReference<OngoingEvents> made = new AtomicReference<>();
        made.set(new OngoingEvents(this::offer, nanoTime, () -> ongoing.remove(made.get())));
        ongoing.add(made.get());
        return made.get();
    }

    public int queued() {
        return queue.size();
    }

    /** Rejects new notes and gives waiting ones two seconds to be written. */
    @Override
    public void close() {
        closed = true;
        closing.countDown();
        // Wakes the thread if it waits for a note; if the queue is full, it does not wait.
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
                EventNote note = queue.poll(untilDue().toMillis(), TimeUnit.MILLISECONDS);
                if (note != null && note != LAST)
                    write(note);
                for (OngoingEvents each : ongoing) {
                    Optional<EventNote> due = closed ? Optional.empty() : each.takeDue();
                    if (due.isPresent())
                        write(due.get());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** At most a moment, since this thread's clock may differ. */
    private Duration untilDue() {
        return ongoing.stream()
                .flatMap(each -> each.untilDue().stream())
                .filter(wait -> wait.compareTo(MOMENT) < 0)
                .min(Duration::compareTo)
                .orElse(MOMENT);
    }

    private void write(EventNote note) throws InterruptedException {
        Optional<EventOccurrence> occurrence = correlator.correlate(note);
        if (occurrence.isEmpty())
            return;
        for (int attempt = 1;; attempt++) {
            boolean last = closed || attempt == ATTEMPTS;
            try {
                writer.send(occurrence.get());
                return;
            } catch (RuntimeException e) {
                boolean answered = KubeFailures.code(e) > 0;
                if (answered || last) {
                    LOG.warn("event {} about {} {} is lost: {}", note.reason(), note.object().kind(),
                            note.object().name(),
                            e.getMessage());
                    correlator.forget(note);
                    ongoing.forEach(each -> each.lost(note));
                    return;
                }
                closing.await(retryWait.toNanos(), TimeUnit.NANOSECONDS);
            }
        }
    }
}
