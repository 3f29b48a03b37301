package io.azureccm.common.record;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.management.ThreadMXBean;
import io.azureccm.common.reconcile.TurnListener;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.List;

/** Measures what the record of a loop costs beside its turns, on the thread of a benchmark in virtual time. */
public final class RecordMeter<E, S, P> implements TurnListener<E, S, P> {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private SegmentWriter<E, S, P> writer;
    private final ByteArrayOutputStream bytes;
    private long began;
    private long allocatedBefore;
    private long turns;
    private long cpu;
    private long allocated;

    private RecordMeter(SegmentWriter<E, S, P> writer, ByteArrayOutputStream bytes) {
        this.writer = writer;
        this.bytes = bytes;
        begin();
    }

    /** Records the turns from now on, in memory. */
    public static <E, S, P> RecordMeter<E, S, P> of(Recordable<E, S, P> recordable) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RecordMeter<E, S, P> meter = new RecordMeter<>(recordable.record(bytes,
                new RecordHeader("benchmark", recordable.name(), "", List.of(), JsonNodeFactory.instance.objectNode(),
                        JsonNodeFactory.instance.objectNode())),
                bytes);
        recordable.loop().record(meter);
        return meter;
    }

    private void begin() {
        began = THREADS.getCurrentThreadCpuTime();
        allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
        turns = 0;
        cpu = 0;
        allocated = 0;
        bytes.reset();
    }

    @Override
    public void began() {
        writer.began();
    }

    @Override
    public void made(Turn<E, S, P> turn) {
        long time = THREADS.getCurrentThreadCpuTime();
        long memory = THREADS.getCurrentThreadAllocatedBytes();
        writer.made(turn);
        turns++;
        cpu += THREADS.getCurrentThreadCpuTime() - time;
        allocated += THREADS.getCurrentThreadAllocatedBytes() - memory;
    }

    /** Prints what was measured since this was called last. */
    public void tell(String phase, PrintStream out) {
        writer.flush();
        long loop = THREADS.getCurrentThreadCpuTime() - began - cpu;
        long memory = THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore - allocated;
        out.printf("%-26s %6d turns; loop %8.2f ms, %7.0f KiB a turn; record %7.2f ms, %7.0f KiB a turn (%.1f %%),"
                + " %d KiB%n", phase, turns, loop / 1e6 / turns, memory / 1024.0 / turns, cpu / 1e6 / turns,
                allocated / 1024.0 / turns, 100.0 * cpu / loop, bytes.size() / 1024);
        begin();
    }

    /** Prints what the record keeps alive; nothing can be measured after that. */
    public void tellHeap(PrintStream out) {
        bytes.reset();
        long with = used();
        writer = null;
        out.printf("the record keeps %d KiB alive%n", with - used());
    }

    private static long used() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024;
    }
}
