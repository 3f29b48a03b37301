package io.azureccm.e2e.playground.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/**
 * A write that a record shows: the request, how it ended, and the resources, by id in lower case, as they were read
 * before it was sent.
 */
record RecordedWrite(String verb, String target, Optional<ObjectNode> body, String ifMatch,
        JsonNode outcome, Map<String, ObjectNode> before) {
    static boolean isIn(JsonNode json) {
        return json.path("operation").has("verb") && json.has("outcome");
    }

    static RecordedWrite of(JsonNode operation, JsonNode outcome, Map<String, ObjectNode> before) {
        return new RecordedWrite(operation.path("verb").asText(), operation.path("target").asText(),
                operation.get("body") instanceof ObjectNode body ? Optional.of(body) : Optional.empty(),
                operation.path("ifMatch").asText(), outcome, before);
    }

    /** The kind of outcome, such as Applied or Rejected. */
    String kind() {
        return outcome.path("is").asText();
    }

    /** For messages: "PUT loadBalancers/kubernetes". */
    String title() {
        String[] parts = target.split("/");
        return verb + " " + parts[parts.length - 2] + "/" + parts[parts.length - 1];
    }
}
