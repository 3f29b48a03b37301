package io.azureccm.e2e.cluster.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.api.call.ResourceCall;
import io.azureccm.e2e.cluster.http.HttpRequest;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.ResourceType;
import io.azureccm.e2e.cluster.schema.ResourceType.Trait;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The API without HTTP, for tests in the same process: same rules, same errors, trees are copied. Faults do not apply.
 */
public record DirectObjects(ApiParts parts) {
    /** Applies like {@code kubectl apply --server-side --force-conflicts}; a status in the tree is written, too. */
    public ObjectNode apply(ObjectNode object) {
        ResourceType type = parts.catalog()
                .ofKind(Json.text(object, "apiVersion"), Json.text(object, "kind"))
                .orElseThrow(() -> new IllegalArgumentException("no such kind: " + Json.text(object, "apiVersion") + " "
                        + Json.text(object, "kind")));
        String name = Json.text(object, "metadata", "name");
        String wanted = Json.text(object, "metadata", "namespace");
        String namespace = type.namespaced() && wanted.isEmpty() ? "default" : wanted;
        ObjectNode sent = object.deepCopy();
        ObjectNode written = name.isEmpty()
                ? send("POST", type, namespace, "", "", sent)
                : send("APPLY", type, namespace, name, "", sent);
        if (type.has(Trait.STATUS) && object.has("status")) {
            ObjectNode patch = Json.object().set("status", object.get("status"));
            return patch(type.plural(), namespace, Json.text(written, "metadata", "name"), "status", patch);
        }
        return written;
    }

    public Optional<ObjectNode> get(String resource, String namespace, String name) {
        return ifFound(() -> send("GET", type(resource), namespace, name, "", Json.object()));
    }

    public List<ObjectNode> list(String resource, String namespace) {
        ObjectNode list = send("GET", type(resource), namespace, "", "", Json.object());
        return Json.items(list, "items").stream().map(item -> (ObjectNode) item).toList();
    }

    public boolean delete(String resource, String namespace, String name) {
        return ifFound(() -> send("DELETE", type(resource), namespace, name, "", Json.object()))
                .isPresent();
    }

    /** What the verb answers, or nothing for a 404. */
    private static Optional<ObjectNode> ifFound(Supplier<ObjectNode> verb) {
        try {
            return Optional.of(verb.get());
        } catch (ApiError e) {
            if (e.code() == 404)
                return Optional.empty();
            throw e;
        }
    }

    public ObjectNode patch(String resource, String namespace, String name, String sub, JsonNode patch) {
        return send("PATCH", type(resource), namespace, name, sub, patch);
    }

    /** Answers a request for one object as the server would; an error response is thrown. The request is logged. */
    public ObjectNode answer(HttpRequest http) {
        ResourceCall call = ResourceCall.parse(http, parts.catalog()).orElseThrow(ApiError::unknownPath);
        parts.log().note(call);
        return parts.resources().answer(call).object().deepCopy();
    }

    private ResourceType type(String resource) {
        return parts.catalog()
                .named(resource)
                .orElseThrow(() -> new IllegalArgumentException("no such resource: " + resource));
    }

    /** A copy of the answer. */
    private ObjectNode send(String method, ResourceType type, String namespace, String name, String sub,
            JsonNode body) {
        boolean apply = method.equals("APPLY");
        String media = apply
                ? ApplyPatch.MEDIA_TYPE
                : method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
        Map<String, List<String>> query = Map.of("fieldManager", List.of("direct"), "force",
                List.of(Boolean.toString(apply)));
        HttpRequest http = new HttpRequest(apply ? "PATCH" : method, "", query, Map.of("content-type", media),
                Json.bytes(body), Optional.empty(), new ArrayList<>());
        ResourceCall call = new ResourceCall(http, type, type.namespaced() ? namespace : "", name, sub, false);
        return parts.resources().answer(call).object().deepCopy();
    }
}
