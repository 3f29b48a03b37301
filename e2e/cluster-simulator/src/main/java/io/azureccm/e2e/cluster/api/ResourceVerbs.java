package io.azureccm.e2e.cluster.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.api.call.EventForms;
import io.azureccm.e2e.cluster.api.call.Representation;
import io.azureccm.e2e.cluster.api.call.RequestBody;
import io.azureccm.e2e.cluster.api.call.ResourceCall;
import io.azureccm.e2e.cluster.api.forward.PortForward;
import io.azureccm.e2e.cluster.api.call.Selection;
import io.azureccm.e2e.cluster.api.object.ObjectReader;
import io.azureccm.e2e.cluster.api.object.ObjectRemover;
import io.azureccm.e2e.cluster.api.object.ObjectWriter;
import io.azureccm.e2e.cluster.api.object.ObjectWriter.Ownership;
import io.azureccm.e2e.cluster.fields.FieldOwnership;
import io.azureccm.e2e.cluster.http.HttpExchange;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.patch.JsonPatch;
import io.azureccm.e2e.cluster.patch.MergePatch;
import io.azureccm.e2e.cluster.patch.PatchRefused;
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
public final class ResourceVerbs {
    private static final String PATCHES = "application/json-patch+json, application/merge-patch+json, "
            + "application/strategic-merge-patch+json, application/apply-patch+yaml";
    private final ObjectStore store;
    private final ObjectReader reader;
    private final ObjectWriter writer;
    private final ObjectRemover remover;
    private final RequestBody bodies;
    private final TypeCatalog types;
    private final ApplyPatch applyPatch;

    ResourceVerbs(ObjectStore store, ObjectWriter writer, ObjectRemover remover, RequestBody bodies, TypeCatalog types,
            FieldOwnership ownership) {
        this.store = store;
        this.reader = new ObjectReader(store);
        this.writer = writer;
        this.remover = remover;
        this.types = types;
        this.bodies = bodies;
        this.applyPatch = new ApplyPatch(store, writer, bodies, ownership);
    }

    /** The result of a write, and whether it created the object. */
    record Written(ObjectNode object, boolean created) {}

    TypeCatalog types() {
        return types;
    }

    ObjectNode get(ResourceCall call) {
        requireStored(call);
        return reader.get(call);
    }

    ObjectNode list(ResourceCall call) {
        requireStored(call);
        return reader.list(call);
    }

    ObjectNode create(ResourceCall call, HttpExchange exchange) {
        requireStored(call);
        if (!call.name().isEmpty() || call.namespace().isEmpty() && call.type().namespaced())
            throw ApiError.methodNotAllowed();
        ObjectNode created = writer.create(call, bodies.resource(call, exchange), Ownership.TO_TRACK);
        return Representation.of(call).one(call, created);
    }

    Written update(ResourceCall call, HttpExchange exchange) {
        requireOne(call);
        ObjectNode sent = bodies.resource(call, exchange);
        if (Json.isEmpty(sent, "metadata", "name"))
            Json.ensure(sent, "metadata").put("name", call.name());
        return store.locked(() -> {
            Optional<ObjectNode> old = store.get(call.key());
            if (old.isEmpty() && call.type().has(Trait.CREATE_ON_PUT) && call.sub().isEmpty()) {
                Json.ensure(sent, "metadata").remove("resourceVersion");
                return new Written(shown(call, writer.create(call, sent, Ownership.TO_TRACK)), true);
            }
            return new Written(shown(call, writer.update(call, stored -> sent, Ownership.TO_TRACK)), false);
        });
    }

    Written patch(ResourceCall call, HttpExchange exchange) {
        requireOne(call);
        String type = RequestBody.mediaType(call.http());
        if (type.equals(ApplyPatch.MEDIA_TYPE)) {
            Written applied = applyPatch.apply(call, exchange);
            return new Written(shown(call, applied.object()), applied.created());
        }
        JsonNode patch = RequestBody.tree(call.http(), type.endsWith("yaml"));
        ObjectNode updated = writer.update(call, stored -> {
            JsonNode patched = apply(call, type, stored, patch);
            if (!(patched instanceof ObjectNode object))
                throw ApiError.unprocessable("the patch leaves no object");
            return bodies.decode(call, exchange, object);
        }, Ownership.TO_TRACK);
        return new Written(shown(call, updated), false);
    }

    private JsonNode apply(ResourceCall call, String mediaType, ObjectNode stored, JsonNode patch) {
        try {
            return switch (mediaType) {
                case "application/json-patch+json" -> JsonPatch.apply(stored, patch);
                case "application/merge-patch+json" -> MergePatch.apply(stored, patch);
                case "application/strategic-merge-patch+json" -> StrategicMergePatch.apply(types.of(call.type()), stored, patch);
                default -> throw ApiError.unsupportedMediaType(mediaType, PATCHES);
            };
        } catch (PatchRefused e) {
            throw e.isMalformed() ? ApiError.badRequest(e.getMessage()) : ApiError.unprocessable(e.getMessage());
        }
    }

    ObjectNode delete(ResourceCall call) {
        requireStored(call);
        if (!call.sub().isEmpty())
            throw ApiError.methodNotAllowed();
        ObjectNode options = call.http().body().length == 0 ? Json.object() : bodies.object(call.http());
        return remover.delete(call, ObjectRemover.Preconditions.of(options));
    }

    ObjectNode deleteCollection(ResourceCall call) {
        requireStored(call);
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

    private static ObjectNode shown(ResourceCall call, ObjectNode stored) {
        return Representation.of(call).one(call, stored);
    }

    private static void requireOne(ResourceCall call) {
        requireStored(call);
        if (call.name().isEmpty())
            throw ApiError.methodNotAllowed();
    }

    private static void requireStored(ResourceCall call) {
        boolean known = call.sub().isEmpty() || call.isStatus() || call.isFinalize() || PortForward.covers(call);
        if (!known)
            throw ApiError.unknownPath();
    }
}
