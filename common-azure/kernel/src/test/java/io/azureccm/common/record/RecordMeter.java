package io.azureccm.common.record;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.azureccm.common.reconcile.TurnListener;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Measures what the record of a loop costs: a benchmark in virtual time plays the same phases again and again, by turns without and with a
 * record.
 */
public final class RecordMeter {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean PROCESS = (OperatingSystemMXBean) ManagementFactory
            .getOperatingSystemMXBean();
    /** Whether each round is recorded. The first one warms up the compiler; in the others, what a round leaves behind cancels out. */
    private static final List<Boolean> ROUNDS = List.of(true, false, true, true, false);
    private static final int COUNTED = 2;

    /** What a phase took: turns, processor time of the process and of recording in nanoseconds, bytes in use at its end, and bytes written. */
    private record Usage(long turns, long process, long record, long heap, long written) {
        Usage plus(Usage more) {
            return new Usage(turns + more.turns, process + more.process, record + more.record, heap + more.heap,
                    written + more.written);
        }
    }

    private final Map<String, Usage> without = new LinkedHashMap<>();
    private final Map<String, Usage> with = new LinkedHashMap<>();

    /** All phases once. */
    public interface Round {
        void play(RecordMeter meter);
    }

    private boolean counts;
    private Listener<?, ?, ?> listener;
    private long began;

    /** Plays rounds, and prints what they cost. */
    public static void measure(Round round, PrintStream out) {
        RecordMeter meter = new RecordMeter();
        for (boolean isOn : ROUNDS) {
            meter.listener = new Listener<>(isOn);
            round.play(meter);
            meter.listener.writer = null;
            meter.counts = true;
        }
        meter.with.forEach((phase, on) -> tell(phase, meter.without.get(phase), on, out));
    }

    /** A round begins with this loop. */
    public <E, S, P> void begin(Recordable<E, S, P> recordable) {
        Listener<E, S, P> of = new Listener<>(listener.isOn);
        of.record(recordable);
        listener = of;
        began = PROCESS.getProcessCpuTime();
    }

    /** A phase of the round ends. */
    public void end(String phase) {
        listener.flush();
        long took = PROCESS.getProcessCpuTime() - began;
        if (counts)
            (listener.isOn ? with : without).merge(phase,
                    new Usage(listener.turns, took, listener.time, heap(), listener.written), Usage::plus);
        listener.reset();
        began = PROCESS.getProcessCpuTime();
    }

    private static void tell(String phase, Usage off, Usage on, PrintStream out) {
        out.printf(
                "%-26s %5d turns; a turn: process %7.2f ms without, %7.2f ms with a record, recording %6.3f ms (%4.1f %%),"
                        + " %5d bytes; memory %5d KiB%n",
                phase, on.turns / COUNTED, off.process / 1e6 / off.turns,
                on.process / 1e6 / on.turns, on.record / 1e6 / on.turns, 100.0 * on.record / on.process,
                on.written / on.turns, (on.heap - off.heap) / COUNTED / 1024);
    }

    /** Bytes of live objects, without what the collector fills gaps with. */
    private static long heap() {
        try {
            String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
                            new Object[]{new String[0]}, new String[]{String[].class.getName()});
            return histogram.lines()
                    .map(line -> line.trim().split("\\s+"))
                    .filter(line -> line.length > 3 && line[0].endsWith(":") && !line[3].contains("Filler"))
                    .mapToLong(line -> Long.parseLong(line[2]))
                    .sum();
        } catch (JMException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Counts turns, and records them or not. */
    private static final class Listener<E, S, P> implements TurnListener<E, S, P> {
        private final boolean isOn;
        private SegmentWriter<E, S, P> writer;
        private long turns;
        private long time;
        private long written;

        Listener(boolean isOn) {
            this.isOn = isOn;
        }

        void record(Recordable<E, S, P> recordable) {
            if (isOn)
                writer = OneSegment.of(recordable, new OutputStream() {
                    @Override
                    public void write(int each) {
                        written++;
                    }

                    @Override
                    public void write(byte[] bytes, int from, int length) {
                        written += length;
                    }
                }, new RecordHeader("benchmark", recordable.name(), "", List.of(),
                        JsonNodeFactory.instance.objectNode(), JsonNodeFactory.instance.objectNode()));
            recordable.loop().record(this);
        }

        @Override
        public void began() {
            if (isOn)
                writer.began();
        }

        @Override
        public void made(Turn<E, S, P> turn) {
            turns++;
            long before = THREADS.getCurrentThreadCpuTime();
            if (isOn)
                writer.made(turn);
            time += THREADS.getCurrentThreadCpuTime() - before;
        }

        void flush() {
            if (isOn)
                writer.flush();
        }

        void reset() {
            turns = 0;
            time = 0;
            written = 0;
        }
    }
}
