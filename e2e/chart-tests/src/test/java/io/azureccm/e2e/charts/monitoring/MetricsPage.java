package io.azureccm.e2e.charts.monitoring;

import io.azureccm.e2e.charts.Charts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The metrics of {@code docs/resources/metrics.md}, which other tests hold to what the apps serve. */
record MetricsPage(Map<String, Metric> metrics) {
    /** A row of a table; {@code apps} holds the names of charts. */
    record Metric(String name, String kind, Set<String> labels, Set<String> apps, String section) {
        boolean isSummary() {
            return kind.equals("histogram") || kind.equals("summary");
        }

        /** True for what only rises, so that a rate means something. */
        boolean rises(String series) {
            return kind.equals("counter") || isSummary() && series.matches(".*_(count|sum|bucket)");
        }
    }

    /** Of libraries: the page names their prefixes only. */
    private static final Map<String, Metric> LIBRARIES = Map.of("jvm_memory_used_bytes",
            library("jvm_memory_used_bytes", Set.of("area", "id")), "process_cpu_usage",
            library("process_cpu_usage", Set.of()), "system_cpu_count", library("system_cpu_count", Set.of()),
            "resilience4j_circuitbreaker_state",
            library("resilience4j_circuitbreaker_state", Set.of("name", "state")));

    static MetricsPage read() {
        Map<String, Metric> found = new HashMap<>(LIBRARIES);
        String section = "";
        for (String line : lines()) {
            if (line.startsWith("## "))
                section = line.substring(3);
            if (!line.startsWith("| `"))
                continue;
            List<String> cells = Arrays.stream(line.split("\\|")).map(String::strip).skip(1).toList();
            String name = cells.get(0).replace("`", "");
            found.put(name, new Metric(name, cells.get(1), words(cells.get(2)), apps(cells.get(3)), section));
        }
        return new MetricsPage(found);
    }

    /** The metric that a series belongs to: {@code _bucket}, {@code _count}, {@code _sum} and {@code _max} are parts of one. */
    Optional<Metric> of(String series) {
        return Optional.ofNullable(metrics.get(series))
                .or(() -> Optional.ofNullable(metrics.get(series.replaceAll("_(bucket|count|sum|max)$", "")))
                        .filter(Metric::isSummary)
                        .filter(metric -> !series.endsWith("_bucket") || metric.kind().equals("histogram")));
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(Charts.repository().resolve("docs/resources/metrics.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> words(String cell) {
        return Arrays.stream(cell.split("[, ]+")).filter(word -> !word.isEmpty()).collect(Collectors.toSet());
    }

    private static Set<String> apps(String cell) {
        return cell.equals("all")
                ? Set.copyOf(Charts.ALL)
                : words(cell).stream().map(app -> app + "-controller").collect(Collectors.toSet());
    }

    private static Metric library(String name, Set<String> labels) {
        return new Metric(name, "gauge", labels, Set.copyOf(Charts.ALL), "");
    }
}
