package io.azureccm.common.config.parse;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Parses text into a tree. Messages only contain line and column: JSON and YAML parsers quote the text at the error, which
 * may be a secret.
 */
final class ConfigTree {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final ObjectMapper YAML = YAMLMapper.builder(new YAMLFactory())
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private ConfigTree() {}

    /** Why a text cannot be parsed, safe to print. */
    static final class Unreadable extends Exception {

        private static final long serialVersionUID = 1L;

        private Unreadable(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * The content of a text.
     *
     * @param twice top-level keys written more than once with the same spelling; the tree contains the last one
     */
    record Document(ObjectNode tree, List<String> twice) {}

    static Document read(String written) throws Unreadable {
        String text = written.startsWith(BYTE_ORDER_MARK) ? written.substring(1) : written;
        String start = text.strip();
        if (start.isEmpty()) {
            throw new Unreadable("is empty, expected YAML or JSON with keys such as subscriptionId");
        }
        return start.startsWith("{")
                ? braces(text)
                : document(yaml(text, Optional.empty()), text, YAML);
    }

    /** Text in braces is JSON; also accepts what JSON forbids but YAML allows, such as a trailing comma. */
    private static Document braces(String text) throws Unreadable {
        JsonNode tree;
        try {
            tree = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            Optional<String> problem = Optional.of("is not valid JSON" + where(e.getLocation()));
            return document(yaml(text, problem), text, YAML);
        }
        return document(tree, text, JSON);
    }

    private static JsonNode yaml(String text, Optional<String> problem) throws Unreadable {
        try {
            return YAML.readTree(text);
        } catch (JsonProcessingException e) {
            throw new Unreadable(problem.orElse("is not valid YAML" + where(e.getLocation())));
        } catch (RuntimeException e) {
            throw new Unreadable(problem.orElse("is not valid YAML"));
        }
    }

    private static Document document(JsonNode tree, String text, ObjectMapper mapper) throws Unreadable {
        if (!(tree instanceof ObjectNode object)) {
            throw new Unreadable("contains no keys, expected a JSON object or a YAML mapping");
        }
        Set<String> seen = new HashSet<>();
        Set<String> twice = new LinkedHashSet<>();
        try (JsonParser parser = mapper.getFactory().createParser(text)) {
            int depth = 0;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (depth == 1 && token == JsonToken.FIELD_NAME && !seen.add(parser.currentName())) {
                    twice.add(parser.currentName());
                }
                // An alias would be read as the text of its name, not as its value.
                if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
                    throw new Unreadable("uses a YAML alias; write out the value"
                            + where(parser.currentTokenLocation()));
                }
            }
        } catch (IOException e) {
            throw new Unreadable("is not valid JSON or YAML");
        }
        return new Document(object, List.copyOf(twice));
    }

    private static String where(JsonLocation location) {
        return location == null || location.getLineNr() < 1
                ? ""
                : ": check line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
