package io.azureccm.credential.identity;

import io.azureccm.credential.http.HttpResponse;
import io.azureccm.credential.report.Failure;
import io.azureccm.credential.report.Log;
import io.azureccm.credential.text.JsonReader;
import java.util.Map;

/** Parses responses of identity endpoints and the sign-in service. */
public final class TokenResponse {
    private TokenResponse() {}

    /**
     * The token in a response.
     *
     * @param from who answered, as the start of a message
     * @param hint appended to the message about an error response, or an empty string
     */
    static String token(HttpResponse response, String from, String hint, Log log) {
        if (response.status() != 200)
            throw new Failure(from + " answered " + response.status() + hint + reason(response, log));
        return secret(response, "access_token", from, "answered without a token", log);
    }

    /** The text with this name in a response, which no message shows; {@code missing} ends the message that there is none. */
    public static String secret(HttpResponse response, String name, String from, String missing, Log log) {
        Object value;
        try {
            value = JsonReader.read(response.text()) instanceof Map<?, ?> body ? body.get(name) : null;
        } catch (IllegalArgumentException wrong) {
            throw new Failure(from + " answered with invalid JSON: " + wrong.getMessage());
        }
        if (!(value instanceof String text) || text.isBlank())
            throw new Failure(from + " " + missing);
        log.secret(text);
        return text;
    }

    /** The reason in an error response, with a leading colon. */
    private static String reason(HttpResponse response, Log log) {
        String reason = response.text();
        try {
            if (JsonReader.read(reason) instanceof Map<?, ?> body) {
                if (body.get("error_description") instanceof String description)
                    reason = description;
                else if (body.get("error") instanceof String error)
                    reason = error;
                else if (body.get("error") instanceof Map<?, ?> error
                        && error.get("message") instanceof String message)
                    reason = message;
            }
        } catch (IllegalArgumentException noJson) {
            // quoted unchanged
        }
        return reason.isBlank() ? "" : ": " + log.quote(reason);
    }
}
