package io.azureccm.common.kube.feed;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.function.Consumer;

/** Reads objects from lists and watch lines, one at a time, and trims each before the next is read. */
record ObjectReader<T extends HasMetadata>(Class<T> type, Consumer<? super T> trim) {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** Version and token of the next page; the token is empty at the last one. */
    record PageEnd(String version, String next) {}

    PageEnd page(InputStream body, Map<String, T> into) throws IOException {
        PageEnd end = new PageEnd("", "");
        try (JsonParser parser = JSON.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT)
                throw new IOException("the list is no JSON object");
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                JsonToken value = parser.nextToken();
                if (field.equals("metadata")) {
                    JsonNode metadata = JSON.readTree(parser);
                    end = new PageEnd(metadata.path("resourceVersion").asText(""),
                            metadata.path("continue").asText(""));
                } else if (field.equals("items") && value == JsonToken.START_ARRAY) {
                    items(parser, into);
                } else {
                    parser.skipChildren();
                }
            }
        }
        if (end.version().isEmpty())
            throw new IOException("it has no version");
        return end;
    }

    /** One line of a watch. An {@code ERROR} line is thrown as the status it carries. */
    WatchSignal<T> line(String line, String url) throws IOException, FeedException {
        JsonNode event = JSON.readTree(line);
        JsonNode object = event.path("object");
        return switch (event.path("type").asText()) {
            case "ADDED", "MODIFIED" -> new WatchSignal.Present<>(read(object));
            case "DELETED" -> new WatchSignal.Absent<>(read(object));
            case "BOOKMARK" -> new WatchSignal.Bookmark<>(object.path("metadata").path("resourceVersion").asText(""));
            case "ERROR" -> throw ApiStatus.of(object).failure(url);
            default -> throw new IOException("unknown watch event " + event.path("type"));
        };
    }

    private void items(JsonParser parser, Map<String, T> into) throws IOException {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            T object = JSON.readValue(parser, type);
            trim.accept(object);
            into.put(ResourceStore.key(object), object);
        }
    }

    private T read(JsonNode json) throws IOException {
        if (json.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("managedFields");
        }
        T object = JSON.treeToValue(json, type);
        if (object == null || object.getMetadata() == null)
            throw new IOException("a watch event carries no object");
        trim.accept(object);
        return object;
    }
}
