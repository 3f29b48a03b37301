package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What a controller was when it made the turns of a segment: the app, its loop and its release, its flags, the cloud config in the form of {@code
 * azure.json} without secrets, and the settings that plans depend on, by name.
 */
public record RecordHeader(String app, String loop, String release, List<String> flags, ObjectNode cloudConfig,
        ObjectNode settings) {
    /** The format that this release writes and reads. */
    public static final String FORMAT = "azureccm-record/3";

    public RecordHeader {
        flags = List.copyOf(flags);
    }

    /** The record is in a format that this release does not read; the message is written for users. */
    public static final class OtherFormatException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OtherFormatException(String message) {
            super(message);
        }
    }

    /** The same, for this loop of the app. */
    public RecordHeader of(String name) {
        return new RecordHeader(app, name, release, flags, cloudConfig, settings);
    }

    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode()
                .put("format", FORMAT)
                .put("app", app)
                .put("loop", loop)
                .put("release", release);
        flags.forEach(json.putArray("flags")::add);
        json.set("cloudConfig", cloudConfig);
        json.set("settings", settings);
        return json;
    }

    /** Throws if it is of another format. */
    public static RecordHeader of(JsonNode json) {
        String format = json.path("format").asText();
        if (!format.equals(FORMAT))
            throw new OtherFormatException(format.isEmpty()
                    ? "is not a record, which begins with \"format\": \"" + FORMAT + "\""
                    : "is a record in format \"" + format + "\", but this release reads \"" + FORMAT + "\"");
        List<String> flags = new ArrayList<>();
        json.path("flags").forEach(flag -> flags.add(flag.asText()));
        return new RecordHeader(json.path("app").asText(), json.path("loop").asText(), json.path("release").asText(),
                flags,
                json.withObjectProperty("cloudConfig"), json.withObjectProperty("settings"));
    }
}
