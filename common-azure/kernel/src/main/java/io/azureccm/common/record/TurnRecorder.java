package io.azureccm.common.record;

import io.azureccm.common.reconcile.TurnListener;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the turns of a loop in a folder, on a thread of its own. Nothing waits for it: a turn that finds the queue full is not recorded,
 * and neither are turns for a minute after a failed write; the next turn that is recorded starts a segment.
 */
public final class TurnRecorder<E, S, P> implements TurnListener<E, S, P>, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TurnRecorder.class);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int QUEUE = 64;
    private static final Duration FLUSH = Duration.ofSeconds(2);
    private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);
    /** So many values of turns are remembered for references, beside those of the state at the start of a segment: a few MiB. */
    private static final int VALUES = 30_000;

    /** A turn, null for the end; {@code follows}: the turn before it is recorded, too. */
    private record Item<E, S, P>(Turn<E, S, P> turn, boolean follows) {}

    private final BlockingQueue<Item<E, S, P>> queue = new ArrayBlockingQueue<>(QUEUE);
    private final RecordFolder folder;
    private final RecordHeader header;
    private final Supplier<TurnCodec<E, S, P>> codecs;
    private final RecordCost cost;
    private final Thread thread;
    private boolean follows;
    private SegmentWriter<E, S, P> segment;
    private long written;
    /** When the next segment begins: the state at the start of one may itself be large, and is not written with each turn. */
    private long mostWritten;
    private int mostValues;
    private long retryAt = System.nanoTime();
    private boolean told;

    public TurnRecorder(RecordFolder folder, RecordHeader header, Supplier<TurnCodec<E, S, P>> codecs,
            RecordCost cost) {
        this.folder = folder;
        this.header = header;
        this.codecs = codecs;
        this.cost = cost;
        this.thread = Thread.ofPlatform().daemon().name("record-" + header.loop()).start(this::run);
    }

    @Override
    public void began() {
        follows = false;
    }

    @Override
    public void made(Turn<E, S, P> turn) {
        boolean taken = queue.offer(new Item<>(turn, follows));
        follows = taken;
        if (!taken)
            cost.drop();
    }

    private void run() {
        try {
            while (true) {
                Item<E, S, P> item = queue.poll(FLUSH.toMillis(), TimeUnit.MILLISECONDS);
                if (item == null)
                    guarded(this::flush);
                else if (item.turn() == null)
                    break;
                else
                    write(item);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        guarded(this::end);
    }

    private void write(Item<E, S, P> item) {
        if (System.nanoTime() - retryAt < 0) {
            cost.drop();
            return;
        }
        long began = THREADS.getCurrentThreadCpuTime();
        if (guarded(() -> append(item)))
            cost.written(THREADS.getCurrentThreadCpuTime() - began);
        else
            cost.drop();
    }

    private void append(Item<E, S, P> item) throws IOException {
        if (segment == null || written > mostWritten || segment.values() > mostValues)
            begin(item.turn());
        else
            follow(item);
    }

    private void begin(Turn<E, S, P> turn) throws IOException {
        end();
        folder.trim();
        segment = new SegmentWriter<>(counting(folder.begin(header.loop())), header, codecs.get());
        segment.made(turn);
        mostWritten = 2 * written < folder.segment()
                ? folder.segment()
                : Math.min(3 * written, written + 4 * folder.segment());
        mostValues = segment.values() + VALUES;
    }

    private void follow(Item<E, S, P> item) {
        if (!item.follows())
            segment.began();
        segment.made(item.turn());
    }

    private void flush() {
        if (segment != null)
            segment.flush();
    }

    private void end() {
        SegmentWriter<E, S, P> old = segment;
        segment = null;
        written = 0;
        if (old != null)
            old.close();
    }

    /** A part of the work. */
    private interface Work {
        void run() throws IOException;
    }

    /** False if it failed: the segment ends with what was written. */
    private boolean guarded(Work work) {
        try {
            work.run();
            told = false;
            return true;
        } catch (IOException | RuntimeException problem) {
            segment = null;
            written = 0;
            retryAt = System.nanoTime() + AFTER_FAILURE.toNanos();
            if (!told)
                log.warn("The record of turns cannot be written, and goes on once it can; nothing else is affected: {}",
                        problem.toString());
            told = true;
            return false;
        }
    }

    private OutputStream counting(OutputStream out) {
        return new FilterOutputStream(out) {
            @Override
            public void write(int each) throws IOException {
                out.write(each);
                count(1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
                count(length);
            }
        };
    }

    private void count(int bytes) {
        written += bytes;
        cost.bytes(bytes);
    }

    /** Ends the segment with the turns made so far; waits for that at most a second. */
    @Override
    public void close() {
        if (!queue.offer(new Item<>(null, false)))
            thread.interrupt();
        try {
            thread.join(Duration.ofSeconds(1));
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
