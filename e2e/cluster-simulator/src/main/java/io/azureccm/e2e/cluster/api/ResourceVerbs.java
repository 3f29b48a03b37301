package io.azureccm.e2e.cluster.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.api.call.EventForms;
import io.azureccm.e2e.cluster.api.call.Representation;
import io.azureccm.e2e.cluster.api.call.RequestBody;
import io.azureccm.e2e.cluster.api.call.ResourceCall;
import io.azureccm.e2e.cluster.api.call.Selection;
import io.azureccm.e2e.cluster.api.object.ObjectReader;
import io.azureccm.e2e.cluster.api.object.ObjectRemover;
import io.azureccm.e2e.cluster.api.object.ObjectWriter;
import io.azureccm.e2e.cluster.api.object.ObjectWriter.Ownership;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.patch.JsonPatch;
import io.azureccm.e2e.cluster.patch.MergePatch;
import io.azureccm.e2e.cluster.patch.StrategicMergePatch;
import io.azureccm.e2e.cluster.schema.ResourceType.Trait;
import io.azureccm.e2e.cluster.schema.TypeCatalog;
import io.azureccm.e2e.cluster.store.ObjectKey;
import io.azureccm.e2e.cluster.store.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The verbs on stored resources: checks whether the path allows them, parses bodies, and calls reader, writer and
 * remover.
 */
record ResourceVerbs(ObjectStore store, ObjectReader reader, ObjectWriter writer, ObjectRemover remover,
        RequestBody bodies, TypeCatalog types, ApplyPatch applyPatch) {
    private static final String PATCHES = "application/json-patch+json, application/merge-patch+json, "
            + "application/strategic-merge-patch+json, application/apply-patch+yaml";

    /** The result of a write, and whether it created the object. */
    record Written(ObjectNode object, boolean created) {}

    /** Answers every verb but a watch. */
    Written answer(ResourceCall call) {
        if (!call.sub().isEmpty() && !call.isStatus() && !call.isFinalize())
            throw ApiError.unknownPath();
        return switch (call.verb()) {
            case "get" -> new Written(get(call), false);
            case "list" -> new Written(reader.list(call), false);
            case "create" -> shown(call, create(call));
            case "update" -> shown(call, update(call));
            case "patch" -> shown(call, patch(call));
            case "delete" -> new Written(delete(call), false);
            case "deletecollection" -> new Written(deleteCollection(call), false);
            default -> throw ApiError.methodNotAllowed();
        };
    }

    private static Written shown(ResourceCall call, Written written) {
        return new Written(Representation.of(call).one(call, written.object()), written.created());
    }

    ObjectNode get(ResourceCall call) {
        return reader.get(call);
    }

    private Written create(ResourceCall call) {
        if (!call.name().isEmpty() || call.namespace().isEmpty() && call.type().namespaced())
            throw ApiError.methodNotAllowed();
        return new Written(writer.create(call, bodies.resource(call), Ownership.TO_TRACK), true);
    }

    private Written update(ResourceCall call) {
        requireName(call);
        ObjectNode sent = bodies.resource(call);
        if (Json.isEmpty(sent, "metadata", "name"))
            Json.ensure(sent, "metadata").put("name", call.name());
        return store.locked(() -> {
            Optional<ObjectNode> old = store.get(call.key());
            if (old.isEmpty() && call.type().has(Trait.CREATE_ON_PUT) && call.sub().isEmpty()) {
                Json.ensure(sent, "metadata").remove("resourceVersion");
                return new Written(writer.create(call, sent, Ownership.TO_TRACK), true);
            }
            return new Written(writer.update(call, stored -> sent, Ownership.TO_TRACK), false);
        });
    }

    private Written patch(ResourceCall call) {
        requireName(call);
        String type = RequestBody.mediaType(call.http());
        if (type.equals(ApplyPatch.MEDIA_TYPE))
            return applyPatch.apply(call);
        JsonNode patch = RequestBody.tree(call.http(), type.endsWith("yaml"));
        ObjectNode updated = writer.update(call, stored -> {
            JsonNode patched = apply(call, type, stored, patch);
            if (!(patched instanceof ObjectNode object))
                throw ApiError.unprocessable("the patch leaves no object");
            return bodies.decode(call, object);
        }, Ownership.TO_TRACK);
        return new Written(updated, false);
    }

    private JsonNode apply(ResourceCall call, String mediaType, ObjectNode stored, JsonNode patch) {
        return switch (mediaType) {
            case "application/json-patch+json" -> JsonPatch.apply(stored, patch);
            case "application/merge-patch+json" -> MergePatch.apply(stored, patch);
            case "application/strategic-merge-patch+json" ->
                StrategicMergePatch.apply(types.of(call.type()), stored, patch);
            default -> throw ApiError.unsupportedMediaType(mediaType, PATCHES);
        };
    }

    private ObjectNode delete(ResourceCall call) {
        if (!call.sub().isEmpty())
            throw ApiError.methodNotAllowed();
        ObjectNode options = call.http().body().length == 0 ? Json.object() : bodies.object(call.http());
        return remover.delete(call, ObjectRemover.Preconditions.of(options));
    }

    private ObjectNode deleteCollection(ResourceCall call) {
        Selection selection = Selection.of(call);
        return store.locked(() -> {
            ObjectStore.Snapshot all = store.list(call.type().storage(), call.namespace(), 0);
            List<ObjectNode> deleted = new ArrayList<>();
            all.objects().forEach((key, object) -> {
                if (selection.test(EventForms.shown(call.type(), object))) {
                    remover.delete(at(call, key), new ObjectRemover.Preconditions("", ""));
                    deleted.add(EventForms.shown(call.type(), object));
                }
            });
            ArrayNode items = Json.array();
            deleted.forEach(items::add);
            ObjectNode metadata = Json.object().put("resourceVersion", store.versions().text(store.revision()));
            return Representation.WHOLE.list(call, items, metadata);
        });
    }

    private static ResourceCall at(ResourceCall call, ObjectKey key) {
        return new ResourceCall(call.http(), call.type(), key.namespace(), key.name(), "", false);
    }

    private static void requireName(ResourceCall call) {
        if (call.name().isEmpty())
            throw ApiError.methodNotAllowed();
    }
}
