package io.azureccm.common.boot.preview;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.boot.command.UsageException;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.record.value.SecretFields;
import io.azureccm.common.record.value.TypedValues;
import io.azureccm.common.snapshot.Read;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything a planner reads at one moment, as a file: objects of the cluster by the plural of their kind, Azure responses by
 * read, the cloud config without secrets, and the flags of the app that affect the plan. {@code docs/guides/inspect.md}
 * describes the JSON, whose fields are the components.
 */
record SnapshotFile(String format, String app, String version, Instant takenAt, List<String> flags,
        ObjectNode cloudConfig, Map<String, List<ObjectNode>> kubernetes, List<Answer> azure) {
    static final String FORMAT = "azureccm-snapshot/1";
    private static final TypedValues VALUES = new TypedValues(module -> module);
    /** Fields that may contain secrets, at any depth; no planner reads them. */
    private static final Set<String> SECRET = Stream.concat(SecretFields.FIELDS.stream(), Stream.of("resources"))
            .collect(Collectors.toUnmodifiableSet());

    /** A read and the resources in its response. */
    record Answer(Read.Kind read, ArmId id, Map<String, String> query, List<ObjectNode> answer) {
        Answer {
            Objects.requireNonNull(read, "read");
            Objects.requireNonNull(id, "id");
        }

        static Answer of(Read.Key read, List<ObjectNode> resources) {
            return new Answer(read.kind(), read.id(), read.query(),
                    resources.stream().map(each -> (ObjectNode) SecretFields.without(each, SECRET)).toList());
        }
    }

    SnapshotFile {
        Objects.requireNonNull(takenAt, "takenAt");
        Objects.requireNonNull(cloudConfig, "cloudConfig");
        flags = List.copyOf(flags);
        kubernetes = Collections.unmodifiableMap(new TreeMap<>(kubernetes));
        azure = List.copyOf(azure);
    }

    /** Without what may be a secret in the responses. */
    static SnapshotFile of(App app, Instant takenAt, List<String> flags, ObjectNode cloudConfig,
            Map<String, List<ObjectNode>> objects, SortedMap<Read.Key, List<ObjectNode>> azure) {
        return new SnapshotFile(FORMAT, app.title(), SnapshotCommand.version(), takenAt, flags, cloudConfig, objects,
                azure.entrySet().stream().map(each -> Answer.of(each.getKey(), each.getValue())).toList());
    }

    String json() {
        return VALUES.write(SnapshotFile.class, this).toPrettyString() + "\n";
    }

    Map<Read.Key, List<ObjectNode>> answers() {
        return azure.stream()
                .collect(Collectors.toMap(each -> Read.of(each.read(), each.id(), each.query()).key(), Answer::answer));
    }

    /** Parses what {@link #json} wrote, for the same app. */
    static SnapshotFile of(String text, String file, App app) {
        try {
            JsonNode json = new ObjectMapper().readTree(text);
            known(json, file, app);
            SnapshotFile snapshot = VALUES.read(SnapshotFile.class, json);
            if (snapshot.kubernetes().isEmpty() || snapshot.azure().isEmpty())
                throw new UsageException(
                        file + ": contains no objects or no Azure responses; take the snapshot again");
            return snapshot;
        } catch (JsonProcessingException wrong) {
            throw unreadable(file, wrong);
        } catch (UncheckedIOException wrong) {
            throw unreadable(file, wrong.getCause());
        }
    }

    private static UsageException unreadable(String file, IOException wrong) {
        return new UsageException(file + ": cannot be read as a snapshot; take the snapshot again: "
                + String.valueOf(wrong.getMessage()).lines().findFirst().orElse(""));
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
}
