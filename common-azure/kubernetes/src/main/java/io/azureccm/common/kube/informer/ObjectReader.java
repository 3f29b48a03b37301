package io.azureccm.common.kube.informer;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.shared.SharedTextNodes;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parses objects from lists and watch lines, one at a time, and trims each before the next is read. An object that cannot be
 * used is skipped and named in the log; null fields count as absent.
 */
record ObjectReader<T extends HasMetadata>(Class<T> type, Consumer<? super T> trim) {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectReader.class);
    /** Labels, conditions and the like of the objects of a cluster; names and addresses are in one object each. */
    private static final int SHARED_TEXTS = 1 << 11;
    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .nodeFactory(new SharedTextNodes(SHARED_TEXTS))
            .build()
            .setDefaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.SKIP, Nulls.SKIP));

    /** Version and token of the next page; the token is empty on the last one. */
    record PageEnd(String version, String next) {}

    PageEnd page(InputStream body, Map<String, T> into) throws IOException {
        PageEnd end = new PageEnd("", "");
        try (JsonParser parser = JSON.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT)
                throw new IOException("the list is not a JSON object");
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

    /** Parses one line of a watch. An {@code ERROR} line is thrown as the status it contains. */
    WatchSignal<T> line(String line, String url) throws IOException, InformerException {
        JsonNode event = JSON.readTree(line);
        JsonNode object = event.path("object");
        return switch (event.path("type").asText()) {
            case "ADDED", "MODIFIED" ->
                read(object).<WatchSignal<T>>map(WatchSignal.Present::new).orElseGet(() -> unusable(object));
            case "DELETED" ->
                read(object).<WatchSignal<T>>map(WatchSignal.Absent::new).orElseGet(() -> unusable(object));
            case "BOOKMARK" -> new WatchSignal.Bookmark<>(object.path("metadata").path("resourceVersion").asText(""));
            case "ERROR" -> throw ApiStatus.of(object).failure(url);
            default -> {
                LOG.warn("a watch event of unknown type {} about {} is skipped",
                        PrintableText.of(event.path("type").asText(), PrintableText.VALUE), named(object));
                yield unusable(object);
            }
        };
    }

    private void items(JsonParser parser, Map<String, T> into) throws IOException {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            JsonNode item = JSON.readTree(parser);
            read(item).ifPresent(object -> into.put(ResourceStore.key(object), object));
        }
    }

    /** Empty for anything that is not an object of this type or has no name. */
    private Optional<T> read(JsonNode json) {
        if (!(json.path("metadata") instanceof ObjectNode metadata)
                || metadata.path("name").asText("").isEmpty()) {
            LOG.warn("{} without metadata or name is skipped", type.getSimpleName());
            return Optional.empty();
        }
        metadata.remove("managedFields");
        try {
            T object = JSON.treeToValue(json, type);
            trim.accept(object);
            return Optional.of(object);
        } catch (JsonProcessingException | RuntimeException unreadable) {
            LOG.warn("{} {} cannot be read and is skipped: {}", type.getSimpleName(), named(json), reason(unreadable));
            return Optional.empty();
        }
    }

    private static <T> WatchSignal<T> unusable(JsonNode object) {
        return new WatchSignal.Unusable<>(object.path("metadata").path("resourceVersion").asText(""));
    }

    private static String named(JsonNode object) {
        JsonNode metadata = object.path("metadata");
        return PrintableText.of(
                ResourceStore.key(metadata.path("namespace").asText(""), metadata.path("name").asText("")),
                PrintableText.VALUE);
    }

    private static String reason(Exception unreadable) {
        String text = unreadable instanceof JsonProcessingException json
                ? json.getOriginalMessage()
                : unreadable.toString();
        return PrintableText.of(text, PrintableText.VALUE);
    }
}
