package io.azureccm.e2e.playground.scale;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The measurements, as lines for a terminal and as a Markdown page. */
final class ScaleTable {
    private static final String[] COLUMNS = {"Services", "Nodes", "Phase", "Address 50 %", "95 %", "last",
            "Reads of Azure",
            "Writes", "429", "Requests to Kubernetes", "Writes", "Plans", "ms each", "Processor s", "Record %",
            "Heap MiB",
            "Resident MiB",
            "Largest body KiB"};

    private ScaleTable() {}

    static String line(Size size, Phase phase) {
        return String.format(Locale.ROOT,
                "%4d x %4d  %-40s address after %s s; Azure %d reads %d writes %d refused; Kubernetes %d reads %d writes; "
                        + "%d plans of %.1f ms; CPU %.1f s, %.1f %% of it for the record; heap %d MiB, resident %d MiB, body %d KiB",
                size.services(), size.nodes(), phase.name(), times(phase, " / "), phase.reads(), phase.writes(),
                phase.throttled(), phase.requests(), phase.patches(), phase.plans(), phase.planningMillis(),
                phase.cpu().toMillis() / 1e3, phase.recordingShare(), phase.heap(), phase.resident(),
                phase.largestKilobytes());
    }

    private static String times(Phase phase, String between) {
        return seconds(phase.percentile(0.5)) + between + seconds(phase.percentile(0.95)) + between
                + seconds(phase.percentile(1));
    }

    private static String seconds(double value) {
        return value < 0 ? "-" : String.format(Locale.ROOT, "%.1f", value);
    }

    /** A Markdown table with a row per phase and size. */
    static String markdown(Map<Size, List<Phase>> all) {
        StringBuilder table = new StringBuilder("| ").append(String.join(" | ", COLUMNS)).append(" |\n");
        table.append("|---".repeat(COLUMNS.length)).append("|\n");
        all.forEach((size, phases) -> phases.forEach(phase -> table.append(String.format(Locale.ROOT,
                "| %,d | %,d | %s | %s | %,d | %,d | %,d | %,d | %,d | %,d | %.1f | %.1f | %.2f | %,d | %,d | %,d |%n",
                size.services(),
                size.nodes(), phase.name(), times(phase, " | "), phase.reads(), phase.writes(), phase.throttled(),
                phase.requests(), phase.patches(), phase.plans(), phase.planningMillis(), phase.cpu().toMillis() / 1e3,
                phase.recordingShare(), phase.heap(), phase.resident(), phase.largestKilobytes()))));
        return table.toString();
    }

    /**
     * A Markdown table with a row per kind of call to Azure while nothing changed, and a sentence on drift if it was
     * measured.
     */
    static String atRest(Map<Size, Rest.Report> all) {
        StringBuilder text = new StringBuilder(
                "| Services | Nodes | Minutes | Cause | Method | Type | Calls before the drift | In all |\n");
        text.append("|---".repeat(8)).append("|\n");
        all.forEach((size, rest) -> rest.all().forEach((what, made) -> {
            String before = rest.drift().isEmpty() ? "-" : String.valueOf(rest.before().getOrDefault(what, 0L));
            text.append(String.format(Locale.ROOT, "| %,d | %,d | %d | %s | %s | %d |%n", size.services(), size.nodes(),
                    rest.time().toMinutes(), String.join(" | ", what.split(" ")), before, made));
        }));
        all.forEach((size, rest) -> rest.drift()
                .ifPresent(took -> text.append(String.format(Locale.ROOT,
                        "%nA rule deleted in Azure was restored after %d s, with %,d Services on %,d nodes.%n",
                        took.toSeconds(), size.services(), size.nodes()))));
        return text.toString();
    }
}
