package io.azureccm.e2e.charts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The values table in the README of a chart says what the chart says ({@code -Ddocs.write=true} rewrites it). */
class ReadmeTest {
    static final List<String> CHARTS = Charts.ALL;
    private static final String MARK = "<!-- Made from values.yaml and values.schema.json. -->\n";
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)(#[^)]*)?\\)");

    @ParameterizedTest
    @FieldSource("CHARTS")
    void theTableOfValuesIsCurrent(String chart) throws IOException {
        Path file = Charts.folder(chart).resolve("README.md");
        String text = Files.readString(file);
        assertThat(text).contains(MARK);
        String current = text.substring(0, text.indexOf(MARK)) + MARK + table(chart);
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(file, current);
        }
        assertThat(file).as("run with -Ddocs.write=true to rewrite it").hasContent(current);
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "node-controller/README.md", "service-controller/README.md",
            "route-controller/README.md"})
    void linksLeadSomewhere(String readme) throws IOException {
        Path file = Charts.repository().resolve("charts").resolve(readme);
        Matcher link = LINK.matcher(Files.readString(file));
        assertThat(link.results().map(found -> found.group(1))).isNotEmpty()
                .allMatch(target -> target.contains("://") || Files.exists(file.resolveSibling(target)));
    }

    private static String table(String chart) {
        return ValueRow.of(chart)
                .stream()
                .map(row -> "| `" + row.key() + "` | " + row.type() + " | " + row.fallback() + " | " + row.description()
                        + " |\n")
                .collect(Collectors.joining("", "\n| Value | Type | Default | What it is |\n|---|---|---|---|\n", ""));
    }
}
