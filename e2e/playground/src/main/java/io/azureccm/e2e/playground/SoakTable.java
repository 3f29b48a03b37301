package io.azureccm.e2e.playground;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The per-minute measurements of each process, and whether the instances of an app together grew in the second half of
 * the run. A leader uses more memory than a standby, so a change of leader looks like growth in one instance and like
 * shrinkage in the other.
 */
final class SoakTable {
    /** One process at one time: heap after garbage collection and resident memory in MiB, threads, queued keys. */
    record Sample(double heap, long resident, int threads, int queue) {}

    /** All instances of an app in one minute. */
    private record Together(double heap, double threads, int instances) {
        Together and(Sample one) {
            return new Together(heap + one.heap(), threads + one.threads(), instances + 1);
        }
    }

    /**
     * A figure counts as flat up to this growth of the fitted line over the second half, as a share of the mean of one
     * instance.
     */
    static final double FLAT = 0.10;
    private static final int ENOUGH = 4;

    private final PrintStream out;
    private final Map<String, List<Together>> samples = new LinkedHashMap<>();
    private boolean begun;

    SoakTable(PrintStream out) {
        this.out = out;
    }

    void add(int minute, Map<String, Sample> now, int watches, int violations) {
        if (!begun) {
            out.printf("%n%6s  %-26s %9s %8s %8s %6s   %s%n", "minute", "process", "heap MiB", "RSS MiB", "threads",
                    "queue", "of all: open watches, violations");
            begun = true;
        }
        String common = watches + ", " + violations;
        Map<String, Together> apps = new LinkedHashMap<>();
        for (Map.Entry<String, Sample> each : now.entrySet()) {
            Sample sample = each.getValue();
            apps.compute(app(each.getKey()),
                    (name, others) -> (others == null ? new Together(0, 0, 0) : others).and(sample));
            out.printf("%6d  %-26s %9.1f %8d %8d %6d   %s%n", minute, each.getKey(), sample.heap(), sample.resident(),
                    sample.threads(), sample.queue(), common);
            common = "";
        }
        apps.forEach((name, together) -> samples.computeIfAbsent(name, none -> new ArrayList<>()).add(together));
    }

    /** The name of a process without the instance letter. */
    private static String app(String process) {
        return process.replaceFirst("-[a-z]$", "");
    }

    /** Prints the verdict; true if heap and threads of every app are flat. */
    boolean verdict() {
        out.printf("%n%-26s %22s %22s%n", "second half, all instances", "heap", "threads");
        boolean flat = true;
        for (Map.Entry<String, List<Together>> each : samples.entrySet()) {
            List<Together> half = each.getValue().subList(each.getValue().size() / 2, each.getValue().size());
            double instances = half.stream().mapToInt(Together::instances).average().orElse(0);
            double heap = instances * growth(half.stream().map(Together::heap).toList());
            double threads = instances * growth(half.stream().map(Together::threads).toList());
            out.printf("%-26s %22s %22s%n", each.getKey(), text(half.size(), heap), text(half.size(), threads));
            flat &= half.size() < ENOUGH || heap <= FLAT && threads <= FLAT;
        }
        return flat;
    }

    private static String text(int samples, double growth) {
        if (samples < ENOUGH)
            return "too few samples";
        return "%+.1f %% %s".formatted(growth * 100, growth <= FLAT ? "flat" : "GROWS");
    }

    /** The rise of the least-squares line from the first to the last value, relative to their mean. */
    static double growth(List<Double> values) {
        int count = values.size();
        double mean = values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        double middle = (count - 1) / 2.0;
        double covariance = 0;
        double variance = 0;
        for (int i = 0; i < count; i++) {
            covariance += (i - middle) * (values.get(i) - mean);
            variance += (i - middle) * (i - middle);
        }
        return variance == 0 || mean == 0 ? 0 : covariance / variance * (count - 1) / mean;
    }
}
