package io.azureccm.common.arm.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The body of one page of a list. An element beyond the limits of what is read, such as one that is nested thousands of levels deep, is read
 * only as far as it identifies itself, with the {@code fault}; all others are read as if it were not there.
 */
public record ListBody(List<Element> elements, JsonNode nextLink) {
    /** One element of the list; {@code fault} is "" for one that was read completely. */
    public record Element(JsonNode json, String fault) {}

    private static final JsonNode NONE = MissingNode.getInstance();
    private static final Set<String> IDENTIFYING = Set.of("id", "name");
    /** Reads what the usual limits exclude, to find its end. A page that is nested even deeper is not read at all. */
    private static final JsonFactory LENIENT = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(100_000)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /** Empty if the answer is not a JSON object with a list. */
    public static Optional<ListBody> of(ArmResponse response) {
        Optional<ObjectNode> whole = response.object();
        if (whole.isPresent())
            return whole.get().path("value").isArray() ? Optional.of(of(whole.get())) : Optional.empty();
        return ArmBodies.exceedsLimits(response.body()) ? ofElements(response.body()) : Optional.empty();
    }

    private static ListBody of(ObjectNode page) {
        List<Element> elements = new ArrayList<>(page.path("value").size());
        page.path("value").forEach(element -> elements.add(new Element(element, "")));
        return new ListBody(elements, page.path("nextLink"));
    }

    private static Optional<ListBody> ofElements(byte[] body) {
        try (JsonParser parser = LENIENT.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT)
                return Optional.empty();
            List<Element> elements = null;
            JsonNode next = NONE;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals("value") && value == JsonToken.START_ARRAY) {
                    elements = elements(parser, body);
                } else {
                    byte[] slice = slice(parser, body);
                    next = name.equals("nextLink") ? ArmBodies.read(slice).orElse(NONE) : next;
                }
            }
            return parser.nextToken() == null && elements != null
                    ? Optional.of(new ListBody(elements, next))
                    : Optional.empty();
        } catch (IOException malformed) {
            return Optional.empty();
        }
    }

    private static List<Element> elements(JsonParser parser, byte[] body) throws IOException {
        List<Element> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            byte[] slice = slice(parser, body);
            Optional<JsonNode> read = ArmBodies.read(slice);
            elements.add(read.isPresent()
                    ? new Element(read.get(), "")
                    : new Element(identified(slice), "it is not read: " + ArmBodies.fault(slice).orElse("")));
        }
        return elements;
    }

    /** The bytes of the value that the parser has begun, and moves the parser to its end. */
    private static byte[] slice(JsonParser parser, byte[] body) throws IOException {
        int from = (int) parser.currentTokenLocation().getByteOffset();
        if (from < 0)
            throw new IOException("not UTF-8");
        parser.skipChildren();
        // The end of a scalar is known only when it has been parsed to its end.
        parser.getTextLength();
        return Arrays.copyOfRange(body, from, (int) parser.currentLocation().getByteOffset());
    }

    /** The members of an object that tell which resource it is. */
    private static ObjectNode identified(byte[] element) throws IOException {
        ObjectNode known = JsonNodeFactory.instance.objectNode();
        try (JsonParser parser = LENIENT.createParser(element)) {
            if (parser.nextToken() != JsonToken.START_OBJECT)
                return known;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                if (parser.nextToken() == JsonToken.VALUE_STRING && IDENTIFYING.contains(name))
                    known.put(name, parser.getText());
                parser.skipChildren();
            }
        }
        return known;
    }
}
