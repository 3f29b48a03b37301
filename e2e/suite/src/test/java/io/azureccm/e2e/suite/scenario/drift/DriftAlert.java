package io.azureccm.e2e.suite.scenario.drift;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The alert {@code AzureDriftGoesOn} as a chart has it, asked as Prometheus asks it, of a counter that is scraped each minute. */
record DriftAlert(Duration window, int more, Duration pending) {
    private static final Pattern EXPRESSION = Pattern
            .compile("sum\\(changes\\(controller_drift_changes_total\\{job=\"\\$job\"}\\[(\\d+)h]\\)\\) > (\\d+)");

    static DriftAlert of(String chart) {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("charts"))) {
            at = at.getParent();
        }
        try {
            JsonNode alerts = new ObjectMapper(new YAMLFactory())
                    .readTree(at.resolve("charts/" + chart + "/files/plans/alerts.yaml").toFile());
            for (JsonNode alert : alerts) {
                if (alert.path("alert").asText().equals("AzureDriftGoesOn")) {
                    Matcher expression = EXPRESSION.matcher(alert.path("expr").asText());
                    assertThat(expression.matches()).as(alert.path("expr").asText()).isTrue();
                    return new DriftAlert(Duration.ofHours(Long.parseLong(expression.group(1))),
                            Integer.parseInt(expression.group(2)),
                            Duration.parse("PT" + alert.path("for").asText().toUpperCase(Locale.ROOT)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("no such alert in " + chart);
    }

    /** True when it fires at some time within a day; {@code values}: the counter after each comparison, one {@code period} apart. */
    boolean fires(List<Integer> values, Duration period) {
        long held = 0;
        for (long minute = 0; minute < Duration.ofDays(1).toMinutes(); minute++) {
            long from = Math.max(1, minute - window.toMinutes() + 1);
            int changes = 0;
            for (long each = from; each <= minute; each++) {
                if (at(values, period, each) != at(values, period, each - 1))
                    changes++;
            }
            held = changes > more ? held + 1 : 0;
            if (held > pending.toMinutes())
                return true;
        }
        return false;
    }

    private static int at(List<Integer> values, Duration period, long minute) {
        int comparisons = (int) (minute / Math.max(1, period.toMinutes()));
        return comparisons == 0 ? 0 : values.get(Math.min(comparisons, values.size()) - 1);
    }
}
