package io.azureccm.common.kube.informer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.core.PrintableText;
import java.io.IOException;

/** Code and message of a Kubernetes {@code Status}, or of another body in its place. */
record ApiStatus(int code, String message) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static ApiStatus of(JsonNode status) {
        return new ApiStatus(status.path("code").asInt(0), status.path("message").asText(""));
    }

    ApiStatus {
        message = PrintableText.of(message, PrintableText.MESSAGE);
    }

    static ApiStatus parse(byte[] body, int httpCode) {
        try {
            JsonNode status = JSON.readTree(body);
            return new ApiStatus(httpCode, status == null ? "" : status.path("message").asText(""));
        } catch (IOException notJson) {
            return new ApiStatus(httpCode, "");
        }
    }

    InformerException failure(String url) {
        String text = switch (code) {
            case 401 -> "the credentials were rejected (401 Unauthorized)";
            case 403 -> "not allowed (403 Forbidden)" + (message.isEmpty() ? "" : ": " + message);
            default -> "answer " + code + (message.isEmpty() ? "" : ": " + message);
        };
        return new InformerException(code, "Kubernetes API " + url + ": " + text, null);
    }
}
