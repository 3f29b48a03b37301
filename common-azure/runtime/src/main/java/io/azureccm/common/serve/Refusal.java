package io.azureccm.common.serve;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.PrintableText;
import io.azureccm.common.serve.Reviews.ReviewFailed;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Why a request is not served, in the form of the Kubernetes API: a Status in JSON. */
public record Refusal(int code, String reason, String message) {

    static Refusal unauthorized() {
        return new Refusal(HttpServletResponse.SC_UNAUTHORIZED, "Unauthorized", "Unauthorized");
    }

    /** The reason of the review is only shown to authenticated users: it would reveal roles and bindings to others. */
    static Refusal forbidden(UserInfo user, String verb, String path, String why) {
        String about = user.isAnonymous() || why.isEmpty() ? "" : ": " + why;
        return new Refusal(HttpServletResponse.SC_FORBIDDEN, "Forbidden", "forbidden: User \"" + printable(user.name())
                + "\" cannot " + printable(verb) + " path \"" + printable(path) + "\"" + about);
    }

    static Refusal notChecked(String path, ReviewFailed failure, boolean known) {
        return failure.isBusy()
                ? new Refusal(429, "TooManyRequests", failure.getMessage())
                : new Refusal(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, "InternalError",
                        "Internal Server Error: \"" + printable(path) + "\": "
                                + (known ? failure.getMessage() : "the Kubernetes API did not respond"));
    }

    static Refusal badPath() {
        return new Refusal(HttpServletResponse.SC_BAD_REQUEST, "BadRequest",
                "the path is not in its canonical form");
    }

    static Refusal notAProbe(String path) {
        return new Refusal(HttpServletResponse.SC_NOT_FOUND, "NotFound", "this port serves health probes only, not \""
                + printable(path) + "\": use the port of --secure-port");
    }

    void send(HttpServletResponse response) throws IOException {
        response.setStatus(code);
        if (code == 429)
            response.setHeader("Retry-After", "1");
        response.setContentType("application/json");
        byte[] body = body();
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    public byte[] body() {
        ObjectNode status = JsonNodeFactory.instance.objectNode().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Failure").put("message", message).put("reason", reason);
        status.putObject("details");
        status.put("code", code);
        return status.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String printable(String text) {
        return PrintableText.of(text, PrintableText.VALUE);
    }
}
