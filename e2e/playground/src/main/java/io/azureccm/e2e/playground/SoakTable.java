package io.azureccm.e2e.playground;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was measured of each process each minute, and whether it grew over the second half of the run. */
final class SoakTable {
    /** One process at one moment: heap after the garbage was taken away and memory of the process in MiB, threads, keys that wait. */
    record Sample(double heap, long resident, int threads, int queue) {}

    /** Growth of the fitted line over the second half, as a share of the mean, up to which a figure counts as flat. */
    static final double FLAT = 0.10;
    private static final int ENOUGH = 4;

    private final PrintStream out;
    private final Map<String, List<Sample>> samples = new LinkedHashMap<>();
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
        for (Map.Entry<String, Sample> each : now.entrySet()) {
            Sample sample = each.getValue();
            samples.computeIfAbsent(each.getKey(), name -> new ArrayList<>()).add(sample);
            out.printf("%6d  %-26s %9.1f %8d %8d %6d   %s%n", minute, each.getKey(), sample.heap(), sample.resident(),
                    sample.threads(), sample.queue(), common);
            common = "";
        }
    }

    /** Prints the verdict; true when heap and threads of every process are flat. */
    boolean verdict() {
        out.printf("%n%-26s %22s %22s%n", "second half", "heap", "threads");
        boolean flat = true;
        for (Map.Entry<String, List<Sample>> each : samples.entrySet()) {
            List<Sample> half = each.getValue().subList(each.getValue().size() / 2, each.getValue().size());
            double heap = growth(half.stream().map(Sample::heap).toList());
            double threads = growth(half.stream().map(sample -> (double) sample.threads()).toList());
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

    /** How much the line that fits the values best rises from the first to the last, in relation to their mean. */
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
