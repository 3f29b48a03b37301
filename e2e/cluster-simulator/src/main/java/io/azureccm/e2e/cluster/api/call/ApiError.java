package io.azureccm.e2e.cluster.api.call;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.ResourceType;
import java.util.List;

/** A rejected request: the HTTP code and the {@code metav1.Status} in the body. */
public final class ApiError extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int code;
    private final transient ObjectNode status;

    private ApiError(int code, String reason, String message, ObjectNode details) {
        super(message);
        this.code = code;
        this.status = status(code, reason, message, details);
    }

    /** One invalid field: reason is a {@code CauseType} such as FieldValueInvalid. */
    public record Cause(String reason, String message, String field) {}

    public int code() {
        return code;
    }

    public ObjectNode status() {
        return status;
    }

    public static ApiError of(int code, String reason, String message) {
        return new ApiError(code, reason, message, Json.object());
    }

    public static ApiError badRequest(String message) {
        return new ApiError(400, "BadRequest", message, null);
    }

    public static ApiError unknownPath() {
        return new ApiError(404, "NotFound", "the server could not find the requested resource", Json.object());
    }

    public static ApiError notFound(ResourceType type, String name) {
        return new ApiError(404, "NotFound", type.qualified() + " \"" + name + "\" not found",
                details(type, name, type.plural()));
    }

    public static ApiError missingNamespace(String name) {
        return new ApiError(404, "NotFound", "namespaces \"" + name + "\" not found",
                Json.object().put("name", name).put("kind", "namespaces"));
    }

    public static ApiError alreadyExists(ResourceType type, String name) {
        String message = type.qualified() + " \"" + name + "\" already exists";
        return new ApiError(409, "AlreadyExists", message, details(type, name, type.plural()));
    }

    public static ApiError conflict(ResourceType type, String name, String why) {
        String message = "Operation cannot be fulfilled on " + type.qualified() + " \"" + name + "\": " + why;
        return new ApiError(409, "Conflict", message, details(type, name, type.plural()));
    }

    /** The response to an update based on an outdated copy. */
    public static ApiError stale(ResourceType type, String name) {
        return conflict(type, name,
                "the object has been modified; please apply your changes to the latest version and try again");
    }

    /** Server-side apply conflicts with fields that other managers own. */
    public static ApiError applyConflict(String message, List<Cause> causes) {
        ObjectNode details = Json.object();
        putCauses(details, causes);
        return new ApiError(409, "Conflict", message, details);
    }

    public static ApiError invalid(ResourceType type, String name, List<Cause> causes) {
        List<String> lines = causes.stream().map(cause -> cause.field() + ": " + cause.message()).toList();
        String joined = lines.size() == 1 ? lines.getFirst() : "[" + String.join(", ", lines) + "]";
        ObjectNode details = details(type, name, type.kind());
        putCauses(details, causes);
        String kind = type.group().isEmpty() ? type.kind() : type.kind() + "." + type.group();
        return new ApiError(422, "Invalid", kind + " \"" + name + "\" is invalid: " + joined, details);
    }

    /** A patch that cannot be applied to the current object. */
    public static ApiError unprocessable(String message) {
        return new ApiError(422, "Invalid", message, Json.object());
    }

    public static ApiError forbidden(ResourceType type, String name, String why) {
        String message = type.qualified() + (name.isEmpty() ? "" : " \"" + name + "\"") + " is forbidden: " + why;
        return new ApiError(403, "Forbidden", message, details(type, name, type.plural()));
    }

    /** A rejection by an admission policy; without a reason the object counts as invalid. */
    public static ApiError denied(ResourceType type, String name, String reason, String message) {
        String said = reason.isEmpty() ? "Invalid" : reason;
        int code = switch (said) {
            case "Unauthorized" -> 401;
            case "Forbidden" -> 403;
            case "RequestEntityTooLarge" -> 413;
            default -> 422;
        };
        ObjectNode details = details(type, name, type.plural());
        details.putArray("causes").addObject().put("message", message);
        return new ApiError(code, said, forbidden(type, name, message).getMessage(), details);
    }

    public static ApiError expired(String message) {
        return new ApiError(410, "Expired", message, null);
    }

    public static ApiError methodNotAllowed() {
        return new ApiError(405, "MethodNotAllowed", "the server does not allow this method on the requested resource",
                Json.object());
    }

    public static ApiError unsupportedMediaType(String type, String accepted) {
        return new ApiError(415, "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: " + accepted
                        + " (got "
                        + type + ")",
                Json.object());
    }

    public static ApiError unauthorized() {
        return new ApiError(401, "Unauthorized", "Unauthorized", null);
    }

    public static ApiError internal(String message) {
        return new ApiError(500, "InternalError", "Internal error occurred: " + message, null);
    }

    private static ObjectNode details(ResourceType type, String name, String kind) {
        ObjectNode details = Json.object().put("name", name);
        if (!type.group().isEmpty())
            details.put("group", type.group());
        return details.put("kind", kind);
    }

    private static void putCauses(ObjectNode details, List<Cause> causes) {
        ArrayNode array = details.putArray("causes");
        for (Cause cause : causes)
            array.addObject().put("reason", cause.reason()).put("message", cause.message()).put("field", cause.field());
    }

    private static ObjectNode status(int code, String reason, String message, ObjectNode details) {
        ObjectNode status = Json.object().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Failure").put("message", message).put("reason", reason);
        if (details != null)
            status.set("details", details);
        return status.put("code", code);
    }
}
