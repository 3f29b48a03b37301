package io.azureccm.e2e.azure.faults;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.wire.Json;
import java.nio.charset.StandardCharsets;

/**
 * A request as faults see it.
 *
 * @param verb GET, LIST, PUT, PATCH, POST, DELETE or POLL
 * @param type type such as {@code loadBalancers}
 * @param target ID of the resource or collection
 * @param client client ID of the token; empty if there is none
 */
public record FaultCall(String verb, String type, String target, String client, String body) {
    public static FaultCall of(String verb, String type, String target, String client, byte[] body) {
        return new FaultCall(verb, type, target, client, new String(body, StandardCharsets.UTF_8));
    }

    boolean isWrite() {
        return switch (verb) {
            case "PUT", "PATCH", "POST", "DELETE" -> true;
            default -> false;
        };
    }

    /** The body; an empty object if it is not JSON. */
    JsonNode json() {
        return Json.parseOrEmpty(body.getBytes(StandardCharsets.UTF_8));
    }
}
