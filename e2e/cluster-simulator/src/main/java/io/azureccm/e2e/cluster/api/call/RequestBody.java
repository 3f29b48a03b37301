package io.azureccm.e2e.cluster.api.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.http.HttpRequest;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.ProtobufReader;
import io.azureccm.e2e.cluster.schema.ResourceType;
import io.azureccm.e2e.cluster.schema.TypeCatalog;
import io.azureccm.e2e.cluster.schema.TypeCheck;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Parses request bodies: JSON, YAML or protobuf, type check, and unknown fields dropped, reported or rejected according
 * to {@code fieldValidation}.
 */
public record RequestBody(TypeCatalog types, ProtobufReader protobuf) {
    /** The content type without its parameters. */
    public static String mediaType(HttpRequest http) {
        String header = http.header("content-type");
        int semicolon = header.indexOf(';');
        return (semicolon < 0 ? header : header.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    }

    /** The tree in the body, or an empty object if there is none. */
    public static JsonNode tree(HttpRequest http, boolean yaml) {
        try {
            JsonNode tree = yaml ? Json.parseYaml(http.body()) : Json.parse(http.body());
            return tree.isMissingNode() ? Json.object() : tree;
        } catch (IOException e) {
            throw ApiError.badRequest("error decoding request body: " + firstLine(e));
        }
    }

    /** The object in the body, from JSON, YAML or protobuf. */
    public ObjectNode object(HttpRequest http) {
        String type = mediaType(http);
        if (type.equals(ProtobufReader.MEDIA_TYPE)) {
            try {
                return protobuf.read(http.body());
            } catch (IllegalArgumentException e) {
                throw ApiError.badRequest("error decoding protobuf request body: " + e.getMessage());
            }
        }
        if (!List.of("", "application/json", "application/yaml", "*/*").contains(type))
            throw ApiError.unsupportedMediaType(type,
                    "application/json, application/yaml, " + ProtobufReader.MEDIA_TYPE);
        if (tree(http, type.endsWith("yaml")) instanceof ObjectNode object)
            return object;
        throw ApiError.badRequest("couldn't get version/kind; the body is not an object");
    }

    /** An object of the requested resource; kind and apiVersion may be omitted but must not differ. */
    public ObjectNode resource(ResourceCall call) {
        ObjectNode object = object(call.http());
        ResourceType type = call.type();
        String apiVersion = Json.text(object, "apiVersion");
        String kind = Json.text(object, "kind");
        if (!apiVersion.isEmpty() && !apiVersion.equals(type.apiVersion())
                || !kind.isEmpty() && !kind.equals(type.kind()))
            throw ApiError.badRequest("the API version in the data (" + apiVersion + ", kind " + kind
                    + ") does not match the expected API version (" + type.apiVersion() + ", kind " + type.kind()
                    + ")");
        return decode(call, object);
    }

    /** Checks and prunes a tree as the type of the requested resource. */
    public ObjectNode decode(ResourceCall call, ObjectNode object) {
        ResourceType type = call.type();
        object.put("kind", type.kind()).put("apiVersion", type.apiVersion());
        Json.ensure(object, "metadata");
        TypeCheck.Findings findings = TypeCheck.prune(types.of(type), object);
        if (!findings.wrong().isEmpty())
            throw ApiError.badRequest(type.kind() + " in version \"" + type.version() + "\" cannot be handled as a "
                    + type.kind() + ": " + findings.wrong().getFirst());
        report(call, findings.unknown());
        Json.dropNulls(object);
        return object;
    }

    private static void report(ResourceCall call, List<String> unknown) {
        if (unknown.isEmpty())
            return;
        String list = unknown.stream()
                .map(field -> "unknown field \"" + field + "\"")
                .collect(Collectors.joining(", "));
        switch (call.http().param("fieldValidation")) {
            case "Strict" -> throw ApiError.badRequest("strict decoding error: " + list);
            case "Ignore" -> {
            }
            default -> call.http().warnings().add(list);
        }
    }

    private static String firstLine(IOException e) {
        String message = String.valueOf(e.getMessage());
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
