package io.azureccm.credential.identity;

import io.azureccm.credential.http.HttpResponse;
import io.azureccm.credential.report.Failure;
import io.azureccm.credential.report.Log;
import io.azureccm.credential.text.JsonReader;
import java.util.Map;

/** Reads what identity endpoints and the sign-in service answer. */
final class TokenAnswer {
    private TokenAnswer() {}

    /**
     * The token of an answer.
     *
     * @param from who answered, as the beginning of a message
     * @param hint what else to say when the answer is a refusal, or an empty text
     */
    static String token(HttpResponse response, String from, String hint, Log log) {
        if (response.status() != 200)
            throw new Failure(from + " answered " + response.status() + hint + reason(response, log));
        Object token;
        try {
            token = JsonReader.read(response.text()) instanceof Map<?, ?> answer ? answer.get("access_token") : null;
        } catch (IllegalArgumentException wrong) {
            throw new Failure(from + " answered with what is no JSON: " + wrong.getMessage());
        }
        if (!(token instanceof String text) || text.isBlank())
            throw new Failure(from + " answered without a token");
        log.secret(text);
        return text;
    }

    /** What a refusal says of its reason, with a colon in front. */
    private static String reason(HttpResponse response, Log log) {
        String reason = response.text();
        try {
            if (JsonReader.read(reason) instanceof Map<?, ?> answer) {
                if (answer.get("error_description") instanceof String description)
                    reason = description;
                else if (answer.get("error") instanceof String error)
                    reason = error;
                else if (answer.get("error") instanceof Map<?, ?> error
                        && error.get("message") instanceof String message)
                    reason = message;
            }
        } catch (IllegalArgumentException noJson) {
            // quoted as it is
        }
        return reason.isBlank() ? "" : ": " + log.quote(reason);
    }
}
