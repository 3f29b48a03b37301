package io.azureccm.common.config.parse;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;

/**
 * Text to tree. Messages name line and column only: what a JSON or YAML parser says about a bad place quotes the text
 * there, which may be a secret.
 */
final class ConfigTree {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final ObjectMapper YAML = YAMLMapper.builder(new YAMLFactory())
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private ConfigTree() {}

    /** Why a text is no tree, fit for printing. */
    static final class Unreadable extends Exception {

        private static final long serialVersionUID = 1L;

        private Unreadable(String message) {
            super(message, null, false, false);
        }
    }

    static ObjectNode read(String text) throws Unreadable {
        String start = text.strip();
        if (start.isEmpty()) {
            throw new Unreadable("is empty, expected YAML or JSON with keys such as subscriptionId");
        }
        JsonNode tree = start.startsWith("{") ? jsonOrFlowYaml(text) : yaml(text);
        if (tree instanceof ObjectNode object) {
            return object;
        }
        throw new Unreadable("holds no keys, expected a JSON object or a YAML mapping");
    }

    /** Text in braces is JSON; what JSON forbids but YAML allows, such as a comma after the last entry, passes too. */
    private static JsonNode jsonOrFlowYaml(String text) throws Unreadable {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException json) {
            try {
                return YAML.readTree(text);
            } catch (IOException | RuntimeException yaml) {
                throw new Unreadable("is not valid JSON" + where(json.getLocation()));
            }
        }
    }

    private static JsonNode yaml(String text) throws Unreadable {
        try {
            return YAML.readTree(text);
        } catch (JsonProcessingException e) {
            throw new Unreadable("is not valid YAML" + where(e.getLocation()));
        } catch (RuntimeException e) {
            throw new Unreadable("is not valid YAML");
        }
    }

    private static String where(JsonLocation location) {
        return location == null || location.getLineNr() < 1
                ? ""
                : ": look at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
