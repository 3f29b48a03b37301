package io.azureccm.e2e.charts.values;

import io.azureccm.e2e.charts.Charts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code values.yaml} and {@code values.schema.json} of a chart, made from {@code charts/shared} and the chart's own values in {@code charts/shared/own}. */
final class GeneratedValues {
    static final List<String> FILES = List.of("values.yaml", "values.schema.json");
    private static final Path SHARED = Charts.repository().resolve("charts/shared");
    /** Where values of one chart go that the shared ones lack. */
    private static final String BEFORE_OWN = "waitForLeases";
    private static final String SCHEMA_AFTER_OWN = "    \"global\": {";

    private GeneratedValues() {}

    static String text(String chart, String file) {
        return (file.equals("values.yaml") ? values(chart) : schema(chart)).replace("$chart", chart);
    }

    static void writeIfAsked() {
        if (!Boolean.getBoolean("docs.write"))
            return;
        for (String chart : Charts.ALL) {
            for (String file : FILES) {
                try {
                    Files.writeString(Charts.folder(chart).resolve(file), text(chart, file));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static String values(String chart) {
        Map<String, String> blocks = new LinkedHashMap<>();
        Map<String, String> shared = blocks(read("values.yaml"));
        Map<String, String> own = blocks(read("own/" + chart + ".yaml"));
        shared.forEach((key, block) -> {
            blocks.put(key, own.containsKey(key) ? replaced(block, own.get(key)) : block);
            if (key.equals(BEFORE_OWN)) {
                blocks.putAll(own);
                blocks.keySet().removeIf(more -> own.containsKey(more) && shared.containsKey(more));
            }
        });
        return "# Made from charts/shared/values.yaml and charts/shared/own/" + chart
                + ".yaml; for a change, see charts/README.md.\n\n" + String.join("", blocks.values()).stripLeading();
    }

    /** With the blank line before the shared block, and with its comment if the other one has none. */
    private static String replaced(String shared, String by) {
        String own = by.stripLeading();
        String lead = own.startsWith("#")
                ? shared.substring(0, shared.length() - shared.stripLeading().length())
                : shared.lines()
                        .takeWhile(line -> line.isEmpty() || line.startsWith("#"))
                        .map(line -> line + "\n")
                        .collect(
                                Collectors.joining());
        return lead + own;
    }

    /** By key: a value at the top with the comments and blank lines before it. What precedes the first blank line and is no value is left out. */
    private static Map<String, String> blocks(String text) {
        Map<String, String> blocks = new LinkedHashMap<>();
        StringBuilder block = new StringBuilder();
        String key = "";
        for (String line : (Iterable<String>) Stream.concat(text.lines(), Stream.of(""))::iterator) {
            boolean inside = line.startsWith(" ");
            if (!key.isEmpty() && !inside) {
                blocks.put(key, block.toString());
                block.setLength(0);
                key = "";
            } else if (line.isEmpty()) {
                block.setLength(0);
            }
            if (!inside && !line.isEmpty() && !line.startsWith("#"))
                key = line.substring(0, line.indexOf(':'));
            block.append(line).append('\n');
        }
        return blocks;
    }

    private static String schema(String chart) {
        String shared = read("values.schema.json");
        Path file = SHARED.resolve("own/" + chart + ".schema.json");
        if (!Files.exists(file))
            return shared;
        List<String> lines = read("own/" + chart + ".schema.json").lines().toList();
        String own = lines.subList(1, lines.size() - 1)
                .stream()
                .map(line -> "  " + line + "\n")
                .collect(Collectors.joining());
        return shared.replace(SCHEMA_AFTER_OWN, own.stripTrailing() + ",\n" + SCHEMA_AFTER_OWN);
    }

    private static String read(String file) {
        try {
            return Files.readString(SHARED.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
