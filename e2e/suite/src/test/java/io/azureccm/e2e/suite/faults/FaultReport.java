package io.azureccm.e2e.suite.faults;

import io.azureccm.e2e.suite.faults.cluster.Tally;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints how a run goes on, and at its end what it came to. */
final class FaultReport {
    private static final Duration EVERY = Duration.ofSeconds(30);
    private static final List<String> KINDS = List.of("faults of Azure", "lasting faults", "refused for long",
            "faults of Kubernetes", "changes", "kills",
            "restarts", "leader changes");

    private final FaultOptions options;
    private final Tally tally;
    private final PrintStream out;
    private final long began = System.nanoTime();
    private final long cpuBefore = cpu();
    private final long heapBefore = heap();
    private long last = System.nanoTime();

    FaultReport(FaultOptions options, Tally tally, PrintStream out) {
        this.options = options;
        this.tally = tally;
        this.out = out;
    }

    synchronized void progress(int violations) {
        if (System.nanoTime() - last < EVERY.toNanos())
            return;
        last = System.nanoTime();
        out.println(tally.total("sequences") + " of " + options.sequences() + " sequences, " + violations
                + " violations, " + times());
    }

    private String times() {
        double done = Math.max(1, tally.total("sequences"));
        double cpu = (cpu() - cpuBefore) / 1e9;
        double wall = (System.nanoTime() - began) / 1e9;
        return String.format(Locale.ROOT, "%.0f s of CPU (%.2f s each), %.0f s on the clock, heap after GC %d MiB", cpu,
                cpu / done, wall, heap() >> 20);
    }

    void end(Map<String, String> violations) {
        out.println("sequences: " + tally.total("sequences") + " " + tally.of("sequences"));
        long lasting = tally.total("sequences with lasting faults");
        out.println("with lasting faults: " + lasting + " (" + Math.round(100.0 * lasting / Math.max(1, tally.total(
                "sequences"))) + " %) " + tally.of("sequences with lasting faults"));
        KINDS.forEach(kind -> out.println(kind + ": " + tally.total(kind) + " " + tally.of(kind)));
        if (lasting > 0)
            out.println("longest times: " + tally.longest());
        out.println("violations: " + violations.size() + " " + violations.keySet());
        out.println(times() + ", at the begin " + (heapBefore >> 20) + " MiB");
    }

    private static long cpu() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
