package io.azureccm.common.boot.preview;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.boot.preview.CommandFlags.UsageException;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.ArmId;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Everything a planner reads at one moment, as a file: objects of the cluster by the plural of their kind, Azure responses by
 * read, the cloud config without secrets, and the flags of the app that affect the plan. {@code docs/guides/inspect.md}
 * describes the JSON.
 */
record SnapshotFile(App app, String version, Instant takenAt, List<String> flags, ObjectNode cloudConfig,
        Map<String, List<ObjectNode>> objects, Map<ArmRead, List<ObjectNode>> azure) {
    static final String FORMAT = "azureccm-snapshot/1";
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Fields that may contain secrets, at any depth; no planner reads them. */
    private static final Set<String> SECRET = Set.of("adminPassword", "customData", "userData", "secrets",
            "protectedSettings", "extensionProfile", "linuxConfiguration", "windowsConfiguration", "resources");

    SnapshotFile {
        flags = List.copyOf(flags);
        objects = Collections.unmodifiableMap(new TreeMap<>(objects));
        azure = Collections.unmodifiableMap(new TreeMap<>(azure));
    }

    String json() {
        ObjectNode json = JSON.createObjectNode();
        json.put("format", FORMAT)
                .put("app", app.title())
                .put("version", version)
                .put("takenAt", takenAt.toString());
        flags.forEach(json.putArray("flags")::add);
        json.set("cloudConfig", cloudConfig);
        ObjectNode kubernetes = json.putObject("kubernetes");
        objects.forEach((plural, all) -> kubernetes.putArray(plural).addAll(all));
        ArrayNode reads = json.putArray("azure");
        azure.forEach((read, answer) -> {
            ObjectNode one = reads.addObject().put("read", read.kind().name()).put("id", read.id().toString());
            ObjectNode query = one.putObject("query");
            read.query().forEach(query::put);
            ArrayNode shown = one.putArray("answer");
            answer.forEach(each -> shown.add(withoutSecrets(each.deepCopy())));
        });
        return json.toPrettyString() + "\n";
    }

    /** Tags stay unchanged: users choose their names, and planners compare them. */
    private static JsonNode withoutSecrets(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove(SECRET);
            object.properties()
                    .stream()
                    .filter(field -> !field.getKey().equals("tags"))
                    .forEach(field -> withoutSecrets(field.getValue()));
        } else {
            node.forEach(SnapshotFile::withoutSecrets);
        }
        return node;
    }

    /** Parses what {@link #json} wrote, for the same app. */
    static SnapshotFile of(String text, String file, App app) {
        try {
            JsonNode json = JSON.readTree(text);
            known(json, file, app);
            Map<String, List<ObjectNode>> objects = new TreeMap<>();
            json.path("kubernetes").properties().forEach(each -> objects.put(each.getKey(), nodes(each.getValue())));
            Map<ArmRead, List<ObjectNode>> azure = new TreeMap<>();
            json.path("azure").forEach(each -> {
                Map<String, String> query = new TreeMap<>();
                each.path("query").properties().forEach(pair -> query.put(pair.getKey(), pair.getValue().asText()));
                azure.put(new ArmRead(ArmRead.Kind.valueOf(each.path("read").asText()),
                        ArmId.parse(each.path("id").asText()), query), nodes(each.path("answer")));
            });
            if (objects.isEmpty() || azure.isEmpty())
                throw new UsageException(
                        file + ": contains no objects or no Azure responses; take the snapshot again");
            List<String> flags = new ArrayList<>();
            json.path("flags").forEach(flag -> flags.add(flag.asText()));
            return new SnapshotFile(app, json.path("version").asText(), Instant.parse(json.path("takenAt").asText()),
                    flags,
                    (ObjectNode) json.required("cloudConfig"), objects, azure);
        } catch (JsonProcessingException | IllegalArgumentException | DateTimeParseException
                | ClassCastException wrong) {
            throw new UsageException(file + ": cannot be read as a snapshot; take the snapshot again: "
                    + String.valueOf(wrong.getMessage()).lines().findFirst().orElse(""));
        }
    }

    private static void known(JsonNode json, String file, App app) {
        String format = json.path("format").asText();
        if (!format.equals(FORMAT))
            throw new UsageException(file + ": " + (format.isEmpty()
                    ? "is not a snapshot, which has \"format\": \"" + FORMAT + "\""
                    : "is a snapshot in format \"" + format + "\", but this version reads \"" + FORMAT + "\""));
        String of = json.path("app").asText();
        if (!of.equals(app.title()))
            throw new UsageException(file + ": is a snapshot of the " + of + "; take one with the " + app.title());
    }

    private static List<ObjectNode> nodes(JsonNode array) {
        List<ObjectNode> nodes = new ArrayList<>();
        array.forEach(each -> nodes.add((ObjectNode) each));
        return nodes;
    }
}
