package io.azureccm.common.kube.informer;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.shared.SharedTextNodes;
import io.azureccm.common.kube.informer.Listing.Unreadable;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parses objects from lists and watch lines, one at a time, and trims each before the next is read. An object that cannot be
 * read is named in the log; null fields count as absent.
 */
record ObjectReader<T extends HasMetadata>(Class<T> type, Consumer<? super T> trim) {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectReader.class);
    /** Labels, conditions and the like of the objects of a cluster; names and addresses are in one object each. */
    private static final int SHARED_TEXTS = 1 << 11;
    /**
     * Parsers with the same factory share the names of fields and keep thousands of them. Longer ones are in managed fields only, which quote
     * keys of lists, such as the types of a Node's addresses: these may have any length.
     */
    private static final int MAX_SHARED_NAME = 1_000;
    private static final ObjectMapper JSON = JsonMapper.builder(names(MAX_SHARED_NAME))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .nodeFactory(new SharedTextNodes(SHARED_TEXTS))
            .build()
            .setDefaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.SKIP, Nulls.SKIP));

    /** Version and token of the next page; the token is empty on the last one. */
    record PageEnd(String version, String next) {}

    PageEnd page(InputStream body, Listing<T> into) throws IOException {
        PageEnd end = new PageEnd("", "");
        try (JsonParser parser = names(Integer.MAX_VALUE).createParser(body)) {
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
        JsonNode event = tree(line);
        JsonNode object = event.path("object");
        return switch (event.path("type").asText()) {
            case "ADDED", "MODIFIED" -> read(object);
            case "DELETED" -> switch (read(object)) {
                case WatchSignal.Present<T>(T last) -> new WatchSignal.Absent<>(last);
                case WatchSignal.Unread<T>(Unreadable last, boolean gone) -> new WatchSignal.Unread<>(last, true);
                case WatchSignal<T> other -> other;
            };
            case "BOOKMARK" -> new WatchSignal.Passed<>(text(object, "resourceVersion"));
            case "ERROR" -> throw InformerException.answered(url, object.path("code").asInt(0),
                    object.path("message").asText(""));
            default -> {
                LOG.warn("a watch event of unknown type {} about {} is skipped",
                        PrintableText.of(event.path("type").asText(), PrintableText.VALUE), printable(key(object)));
                yield new WatchSignal.Passed<>(text(object, "resourceVersion"));
            }
        };
    }

    private static JsonNode tree(String line) throws IOException {
        try {
            return JSON.readTree(line);
        } catch (StreamConstraintsException unusual) {
            try (JsonParser parser = names(Integer.MAX_VALUE).createParser(line)) {
                return JSON.readTree(parser);
            }
        }
    }

    private static JsonFactory names(int longest) {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder().maxNameLength(longest).build())
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .build();
    }

    private void items(JsonParser parser, Listing<T> into) throws IOException {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            into.add(read(JSON.readTree(parser)));
        }
    }

    private WatchSignal<T> read(JsonNode json) {
        if (!(json.path("metadata") instanceof ObjectNode metadata) || text(json, "name").isEmpty())
            return unreadable(json, "it has no metadata or no name");
        metadata.remove("managedFields");
        try {
            T object = JSON.treeToValue(json, type);
            trim.accept(object);
            return new WatchSignal.Present<>(object);
        } catch (JsonProcessingException | RuntimeException unreadable) {
            return unreadable(json, reason(unreadable));
        }
    }

    private WatchSignal<T> unreadable(JsonNode json, String reason) {
        LOG.warn("{} {} cannot be read, what was known of it stays: {}", type.getSimpleName(), printable(key(json)),
                reason);
        return new WatchSignal.Unread<>(
                new Unreadable(key(json), text(json, "uid"), text(json, "resourceVersion"), reason), false);
    }

    /** "" without a name. */
    private static String key(JsonNode object) {
        String name = text(object, "name");
        return name.isEmpty() ? "" : ResourceStore.key(text(object, "namespace"), name);
    }

    private static String text(JsonNode object, String field) {
        return object.path("metadata").path(field).asText("");
    }

    private static String printable(String key) {
        return PrintableText.of(key, PrintableText.VALUE);
    }

    private static String reason(Exception unreadable) {
        String text = unreadable instanceof JsonProcessingException json
                ? json.getOriginalMessage()
                : unreadable.toString();
        return PrintableText.of(text, PrintableText.VALUE);
    }
}
