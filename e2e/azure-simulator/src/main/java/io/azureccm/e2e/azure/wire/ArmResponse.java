package io.azureccm.e2e.azure.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The response to the client.
 *
 * @param contentType media type of the body; ignored if the body is empty
 */
public record ArmResponse(int status, Map<String, String> headers, byte[] body, String contentType) {
    private static final String JSON = "application/json; charset=utf-8";

    public static ArmResponse json(int status, JsonNode body) {
        return new ArmResponse(status, Map.of(), Json.bytes(body), JSON);
    }

    public static ArmResponse empty(int status) {
        return new ArmResponse(status, Map.of(), new byte[0], JSON);
    }

    public static ArmResponse text(int status, String contentType, String body) {
        return new ArmResponse(status, Map.of(), body.getBytes(StandardCharsets.UTF_8), contentType);
    }

    public ArmResponse with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new ArmResponse(status, more, body, contentType);
    }

    public ArmResponse withAll(Map<String, String> values) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.putAll(values);
        return new ArmResponse(status, more, body, contentType);
    }

    public ArmResponse withBody(byte[] other) {
        return new ArmResponse(status, headers, other, contentType);
    }
}
