package io.azureccm.common.observe.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.core.PrintableText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The state of an app in a sentence: whether it leads, objects by state, refusals by code, and what waits. */
final class AppSummary {
    private static final Pattern SAMPLE = Pattern
            .compile("(?m)^(\\w+)(?:\\{(.*)\\})? ([0-9.E+]+)$");
    private static final ObjectMapper JSON = new ObjectMapper();

    private AppSummary() {}

    /** {@code metrics}: in the text format of Prometheus. */
    static String ofMetrics(String metrics) {
        Map<String, Long> phases = by(metrics, "controller_phase", "phase");
        String phase = phases.entrySet()
                .stream()
                .filter(each -> each.getValue() > 0)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
        if (phase.isEmpty())
            return "not readable: its metrics are not those of a controller";
        List<String> parts = new ArrayList<>();
        parts.add(leadership(phase, by(metrics, "leader_election_master_status", "name").containsValue(1L)));
        add(parts, "", by(metrics, "controller_objects", "state"));
        add(parts, "refused: ", by(metrics, "controller_refused_objects", "code"));
        add(parts, "removals held: ", by(metrics, "controller_removals_held", "kind"));
        add(parts, "writes in progress: ", by(metrics, "controller_writes_underway", ""));
        return PrintableText.of(String.join("; ", parts), PrintableText.MESSAGE);
    }

    private static String leadership(String phase, boolean leads) {
        return phase.equals("STANDBY")
                ? "waits"
                : (leads ? "leads" : "does not lead") + (phase.equals("LEADING") ? "" : " (" + phase + ")");
    }

    private static void add(List<String> parts, String title, Map<String, Long> counts) {
        String text = counts.entrySet()
                .stream()
                .filter(each -> each.getValue() > 0)
                .map(each -> (each.getValue() + " " + each.getKey()).strip())
                .collect(Collectors.joining(", "));
        if (!text.isEmpty())
            parts.add(title + text);
    }

    /** The sums of a metric by a label. */
    private static Map<String, Long> by(String metrics, String name, String label) {
        Map<String, Long> sums = new LinkedHashMap<>();
        Pattern value = Pattern.compile("(?:^|,)" + label + "=\"([^\"]*)\"");
        Matcher sample = SAMPLE.matcher(metrics);
        while (sample.find()) {
            if (!sample.group(1).equals(name))
                continue;
            Matcher found = value.matcher(sample.group(2) == null ? "" : sample.group(2));
            sums.merge(found.find() ? found.group(1) : "", (long) Double.parseDouble(sample.group(3)), Long::sum);
        }
        return sums;
    }

    /** The status, as the beginning of a sentence on why no more is known; "" if the answer is no health. */
    static String ofHealth(String health) {
        try {
            String status = JSON.readTree(health).path("status").asText();
            return status.isEmpty() ? "" : PrintableText.of(status, PrintableText.VALUE) + "; objects ";
        } catch (JsonProcessingException none) {
            return "";
        }
    }
}
