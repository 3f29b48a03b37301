package io.azureccm.common.arm.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.shared.SharedTextNodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Reads and writes ARM bodies so that unknown content is preserved, including property order and exact numbers. */
public final class ArmBodies {
    /** Far deeper than any ARM body, far shallower than what a thread's stack allows. */
    static final int MAX_DEPTH = 200;
    /** About the ids and names in the load balancers of a thousand Services. */
    private static final int SHARED_TEXTS = 1 << 14;

    private static final ObjectMapper MAPPER = JsonMapper
            .builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .nodeFactory(new SharedTextNodes(SHARED_TEXTS))
            .build();

    private ArmBodies() {}

    /** Empty for a body that is empty or not JSON. */
    public static Optional<JsonNode> read(byte[] body) {
        try {
            JsonNode node = MAPPER.readTree(body);
            return node == null || node.isMissingNode() ? Optional.empty() : Optional.of(node);
        } catch (IOException malformed) {
            return Optional.empty();
        }
    }

    /** True for a body that is not read because it is nested too deeply, or has a number or a name of thousands of characters. */
    public static boolean exceedsLimits(byte[] body) {
        return problem(body) instanceof StreamConstraintsException;
    }

    /** Why a body is not JSON, in one line; empty if it is. */
    static Optional<String> fault(byte[] body) {
        return switch (problem(body)) {
            case null -> Optional.empty();
            case JsonProcessingException malformed ->
                Optional.of(PrintableText.of(malformed.getOriginalMessage().replaceAll("\\s+", " "), 200));
            case IOException unreadable -> Optional.of("it cannot be read");
        };
    }

    /** Null for a body that can be read. */
    private static IOException problem(byte[] body) {
        try {
            MAPPER.readTree(body);
            return null;
        } catch (IOException malformed) {
            return malformed;
        }
    }

    /** The first string with this name in the beginning of a possibly truncated JSON body; "" if there is none. */
    static String firstText(byte[] beginning, String name) {
        try (JsonParser parser = MAPPER.createParser(beginning)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.FIELD_NAME && parser.currentName().equals(name)
                        && parser.nextToken() == JsonToken.VALUE_STRING)
                    return parser.getText();
            }
        } catch (IOException cutOff) {
            return "";
        }
        return "";
    }

    static byte[] write(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException("a JSON tree could not be written", impossible);
        }
    }
}
