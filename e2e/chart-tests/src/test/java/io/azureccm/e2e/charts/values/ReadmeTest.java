package io.azureccm.e2e.charts.values;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.charts.Charts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The values of a chart, and the table of them in its README, are what they are made from ({@code -Ddocs.write=true} rewrites them). */
class ReadmeTest {
    static final List<String> CHARTS = Stream.concat(Charts.ALL.stream(), Stream.of(Charts.PARENT)).toList();
    private static final String MARK = "<!-- Made from values.yaml and values.schema.json. -->\n";
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)(#[^)]*)?\\)");

    private static final Set<String> KEYS_OF_A_TLS_SECRET = Set.of("tls.crt", "tls.key");
    private static final Pattern VALUE = Pattern.compile("[`\\s]([a-z][A-Za-z]*(?:\\.[a-zA-Z][A-Za-z0-9-]*)+)(?=[`=])");

    @BeforeAll
    static void write() {
        GeneratedValues.writeIfAsked();
    }

    static Stream<Arguments> generated() {
        return Charts.ALL.stream()
                .flatMap(chart -> GeneratedValues.FILES.stream().map(file -> Arguments.of(chart, file)));
    }

    @ParameterizedTest
    @MethodSource("generated")
    void valuesAreThoseOfAllChartsAndTheChartsOwn(String chart, String file) {
        assertThat(Charts.folder(chart).resolve(file)).as("run with -Ddocs.write=true to rewrite it")
                .hasContent(GeneratedValues.text(chart, file));
    }

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
            "route-controller/README.md", "azure-cloud-controllers/README.md"})
    void linksLeadSomewhere(String readme) throws IOException {
        Path file = Charts.repository().resolve("charts").resolve(readme);
        Matcher link = LINK.matcher(Files.readString(file));
        assertThat(link.results().map(found -> found.group(1))).isNotEmpty()
                .allMatch(target -> target.contains("://") || Files.exists(file.resolveSibling(target)));
    }

    @Test
    void valuesThatPagesNameExist() throws IOException {
        Set<String> unknown = new TreeSet<>();
        int known = 0;
        try (Stream<Path> pages = Files.walk(Charts.repository().resolve("docs"))) {
            // The page of settings has words of its own.
            for (Path page : pages.filter(file -> file.toString().endsWith(".md") && !file.endsWith("settings.md"))
                    .toList()) {
                for (String value : named(Files.readString(page))) {
                    if (CHARTS.stream().anyMatch(chart -> hasValue(Charts.schema(chart), value)))
                        known++;
                    else
                        unknown.add(page.getFileName() + ": " + value);
                }
            }
        }
        assertThat(unknown).isEmpty();
        assertThat(known).isGreaterThan(30);
    }

    /** Words like {@code cloudConfig.hostPath}, the first part of which is a value of a chart. */
    private static List<String> named(String page) {
        return VALUE.matcher(page)
                .results()
                .map(found -> found.group(1))
                .filter(value -> !KEYS_OF_A_TLS_SECRET.contains(value))
                .filter(value -> CHARTS.stream()
                        .anyMatch(chart -> Charts.schema(chart)
                                .path("properties")
                                .has(value.substring(0, value.indexOf('.')))))
                .toList();
    }

    private static boolean hasValue(JsonNode schema, String value) {
        JsonNode at = schema;
        for (String part : value.split("\\.")) {
            JsonNode type = at.has("$ref") ? schema.at(at.path("$ref").asText().substring(1)) : at;
            if (!type.has("properties"))
                return type.path("type").asText().equals("object");
            at = type.path("properties").path(part);
        }
        return !at.isMissingNode();
    }

    private static String table(String chart) {
        return ValueRow.of(chart)
                .stream()
                .map(row -> "| `" + row.key() + "` | " + row.type() + " | " + row.fallback() + " | " + row.description()
                        + " |\n")
                .collect(Collectors.joining("", "\n| Value | Type | Default | What it is |\n|---|---|---|---|\n", ""));
    }
}
