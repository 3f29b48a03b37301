package io.azureccm.e2e.charts.values;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.charts.Charts;
import io.azureccm.e2e.charts.RenderedChart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A value that a user may set: its key, its type from the schema, its default and the comment above it. */
public record ValueRow(String key, String type, String fallback, String description) {
    private static final Pattern KEY = Pattern.compile("^( *)([A-Za-z][A-Za-z0-9-]*):.*");
    private static final int MAX_DEFAULT = 60;

    /** In the order of the file. What has explained values in it is no row, and neither is what is in a value. */
    public static List<ValueRow> of(String chart) {
        List<ValueRow> rows = new ArrayList<>();
        collect("", Charts.values(chart), Charts.schema(chart), Charts.schema(chart), comments(chart), rows);
        return rows;
    }

    private static void collect(String prefix, JsonNode values, JsonNode type, JsonNode schema,
            Map<String, String> comments, List<ValueRow> rows) {
        values.properties().forEach(entry -> {
            String key = prefix + entry.getKey();
            JsonNode own = resolved(type.path("properties").path(entry.getKey()), schema);
            if (comments.keySet().stream().anyMatch(other -> other.startsWith(key + "."))) {
                collect(key + ".", entry.getValue(), own, schema, comments, rows);
            } else {
                rows.add(new ValueRow(key, name(own), fallback(entry.getValue()), comments.getOrDefault(key, "")));
            }
        });
    }

    private static JsonNode resolved(JsonNode type, JsonNode schema) {
        return type.has("$ref") ? schema.at(type.path("$ref").asText().substring(1)) : type;
    }

    private static String name(JsonNode type) {
        if (type.has("enum"))
            return String.join(", ", RenderedChart.texts(type.path("enum")));
        if (type.path("type").isArray())
            return String.join(" or ", RenderedChart.texts(type.path("type")));
        return type.path("type").asText().replace("array", "list").replace("object", "map");
    }

    private static String fallback(JsonNode value) {
        String json = value.toString();
        return json.length() > MAX_DEFAULT ? "see values.yaml" : "`" + json + "`";
    }

    /** Comments by the key below them. */
    private static Map<String, String> comments(String chart) {
        Map<String, String> comments = new HashMap<>();
        List<String> path = new ArrayList<>();
        List<String> comment = new ArrayList<>();
        for (String line : lines(chart)) {
            Matcher key = KEY.matcher(line);
            if (line.strip().startsWith("#")) {
                comment.add(line.strip().substring(1).strip());
                continue;
            }
            if (key.matches()) {
                int depth = key.group(1).length() / 2;
                path.subList(Math.min(depth, path.size()), path.size()).clear();
                path.add(key.group(2));
                if (!comment.isEmpty() && path.size() == depth + 1)
                    comments.put(String.join(".", path), comment.stream().collect(Collectors.joining(" ")));
            }
            comment.clear();
        }
        return comments;
    }

    private static List<String> lines(String chart) {
        try {
            return Files.readAllLines(Charts.folder(chart).resolve("values.yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
