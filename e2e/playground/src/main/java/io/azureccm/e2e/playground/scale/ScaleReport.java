package io.azureccm.e2e.playground.scale;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The figures of one or several sizes as tables in Markdown, which read as text as well. */
public final class ScaleReport {
    /** All phases at one size. */
    public record Run(ScaleSize size, List<PhaseFigures> phases) {}

    private ScaleReport() {}

    /** One table for each size, and what was asked of both APIs by kind. */
    public static String tables(List<Run> runs) {
        return runs.stream().map(ScaleReport::table).collect(Collectors.joining("\n"));
    }

    private static String table(Run run) {
        StringBuilder text = new StringBuilder("## ").append(run.size()).append("\n\n");
        text.append("| Phase | s | wait p50 / p95 / max, s | ARM reads | writes | 429 | Kubernetes reads | writes ")
                .append("| turns | planning ms a turn | CPU s | heap MiB | RSS MiB | largest body KiB |\n");
        text.append("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
        for (PhaseFigures phase : run.phases()) {
            text.append(String.format(Locale.ROOT,
                    "| %s | %.1f | %s | %d | %d | %d | %d | %d | %d | %.0f | %.1f | %.0f | %d | %.0f |%n",
                    phase.phase(),
                    seconds(phase.took()), waits(phase), phase.armReads(), phase.armWrites(), phase.throttled(),
                    phase.kubernetesReads(), phase.kubernetesWrites(), phase.turns(), phase.planningMillis(),
                    seconds(phase.processor()), phase.heap(), phase.resident(), phase.largestBody() / 1024.0));
        }
        text.append("\nBy kind:\n\n| Phase | ARM | ARM by cause, questions after operations counted | Kubernetes |\n")
                .append("|---|---|---|---|\n");
        for (PhaseFigures phase : run.phases())
            text.append("| ")
                    .append(String.join(" | ", phase.phase(), kinds(phase.arm()), kinds(phase.causes()),
                            kinds(phase.kubernetes())))
                    .append(" |\n");
        return text.toString();
    }

    private static String waits(PhaseFigures phase) {
        return phase.waits().isEmpty()
                ? "-"
                : String.format(Locale.ROOT, "%.1f / %.1f / %.1f", seconds(phase.percentile(50)),
                        seconds(phase.percentile(95)), seconds(phase.percentile(100)));
    }

    private static String kinds(Map<String, Integer> calls) {
        return calls.isEmpty()
                ? "-"
                : calls.entrySet()
                        .stream()
                        .map(call -> call.getValue() + " " + call.getKey())
                        .collect(Collectors.joining(", "));
    }

    static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    /** Charts by their file names: how each cost grows with the size, a line for each phase. */
    public static Map<String, String> charts(List<Run> runs) {
        return Map.of("wait.svg", chart("Longest wait, s", runs, phase -> seconds(phase.percentile(100))),
                "arm-reads.svg", chart("Reads of ARM", runs, PhaseFigures::armReads),
                "arm-writes.svg", chart("Writes to ARM", runs, PhaseFigures::armWrites),
                "planning.svg", chart("Planning, ms a turn", runs, PhaseFigures::planningMillis),
                "processor.svg", chart("Processor time, s", runs, phase -> seconds(phase.processor())),
                "memory.svg", chart("Resident memory, MiB", runs, PhaseFigures::resident));
    }

    private static String chart(String title, List<Run> runs, ToDoubleFunction<PhaseFigures> figure) {
        List<String> sizes = runs.stream().map(run -> run.size().services() + " × " + run.size().nodes()).toList();
        LineChart chart = new LineChart(title, "Services × nodes", sizes);
        for (int i = 0; i < runs.getFirst().phases().size(); i++) {
            int phase = i;
            chart.line(runs.getFirst().phases().get(i).phase(),
                    runs.stream().map(run -> figure.applyAsDouble(run.phases().get(phase))).toList());
        }
        return chart.svg();
    }
}
