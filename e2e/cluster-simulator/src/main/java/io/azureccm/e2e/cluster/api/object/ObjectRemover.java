package io.azureccm.e2e.cluster.api.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.api.call.EventForms;
import io.azureccm.e2e.cluster.api.call.ResourceCall;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.ResourceCatalog;
import io.azureccm.e2e.cluster.schema.ResourceType;
import io.azureccm.e2e.cluster.store.ObjectKey;
import io.azureccm.e2e.cluster.store.ObjectStore;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Deletes: immediately, or after the last finalizer has been removed; a namespace is deleted with its contents. */
public record ObjectRemover(ObjectStore store, ResourceCatalog catalog, Clock clock) {
    /** Preconditions of a deletion; empty strings require nothing. */
    public record Preconditions(String uid, String resourceVersion) {
        public static Preconditions of(ObjectNode options) {
            return new Preconditions(Json.text(options, "preconditions", "uid"),
                    Json.text(options, "preconditions", "resourceVersion"));
        }
    }

    /** Deletes or marks the object; returns the response for the client: the remaining object, or a Status. */
    public ObjectNode delete(ResourceCall call, Preconditions demanded) {
        return store.locked(() -> {
            ObjectNode object = store.get(call.key()).orElseThrow(() -> ApiError.notFound(call.type(), call.name()));
            check(call, object, demanded);
            if (call.dryRun())
                return gone(call.type(), object);
            if (call.type().storage().equals("namespaces"))
                return terminate(call.key(), object);
            if (!Json.isEmpty(object, "metadata", "finalizers"))
                return EventForms.shown(call.type(), mark(call.key(), object));
            remove(call.key());
            return gone(call.type(), object);
        });
    }

    /** Completes the deletion of a namespace that nothing blocks any more. */
    void settle(ObjectKey key) {
        if (key.shelf().equals("namespaces"))
            store.get(key).ifPresent(object -> removeIfEmpty(key, object));
    }

    /** Removes the object, and its namespace, too, if that was waiting only for this. */
    void remove(ObjectKey key) {
        store.remove(key);
        if (!key.namespace().isEmpty()) {
            ObjectKey namespace = new ObjectKey("namespaces", "", key.namespace());
            store.get(namespace)
                    .filter(object -> !Json.isEmpty(object, "metadata", "deletionTimestamp"))
                    .ifPresent(object -> removeIfEmpty(namespace, object));
        }
    }

    private ObjectNode mark(ObjectKey key, ObjectNode object) {
        if (!Json.isEmpty(object, "metadata", "deletionTimestamp"))
            return object;
        ObjectNode marked = object.deepCopy();
        ObjectNode metadata = Json.ensure(marked, "metadata");
        metadata.put("deletionTimestamp", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        metadata.put("deletionGracePeriodSeconds", 0);
        if (metadata.has("generation"))
            metadata.put("generation", Json.number(metadata, "generation") + 1);
        return store.put(key, marked);
    }

    private ObjectNode terminate(ObjectKey key, ObjectNode namespace) {
        if (List.of("default", "kube-system", "kube-public").contains(key.name()))
            throw ApiError.forbidden(catalog.find("", "v1", "namespaces").orElseThrow(), key.name(),
                    "this namespace may not be deleted");
        ObjectNode dying = namespace.deepCopy();
        Json.ensure(dying, "status").put("phase", "Terminating");
        ObjectNode marked = mark(key, dying);
        for (ResourceType type : catalog.contents())
            store.list(type.storage(), key.name(), 0).objects().forEach((inner, object) -> {
                if (Json.isEmpty(object, "metadata", "finalizers"))
                    store.remove(inner);
                else
                    mark(inner, object);
            });
        removeIfEmpty(key, marked);
        return marked;
    }

    private void removeIfEmpty(ObjectKey key, ObjectNode namespace) {
        boolean empty = catalog.contents()
                .stream()
                .allMatch(type -> store.list(type.storage(), key.name(), 0).objects().isEmpty());
        if (empty && Json.isEmpty(namespace, "metadata", "finalizers"))
            store.remove(key);
    }

    private static void check(ResourceCall call, ObjectNode object, Preconditions demanded) {
        String uid = Json.text(object, "metadata", "uid");
        if (!demanded.uid().isEmpty() && !demanded.uid().equals(uid))
            throw ApiError.conflict(call.type(), call.name(),
                    "Precondition failed: UID in precondition: " + demanded.uid()
                            + ", UID in object meta: " + uid);
        String version = Json.text(object, "metadata", "resourceVersion");
        if (!demanded.resourceVersion().isEmpty() && !demanded.resourceVersion().equals(version))
            throw ApiError.conflict(call.type(), call.name(), "Precondition failed: ResourceVersion in precondition: "
                    + demanded.resourceVersion() + ", ResourceVersion in object meta: " + version);
    }

    private static ObjectNode gone(ResourceType type, ObjectNode object) {
        ObjectNode status = Json.object().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        ObjectNode details = status.put("status", "Success").putObject("details");
        details.put("name", Json.text(object, "metadata", "name"));
        if (!type.group().isEmpty())
            details.put("group", type.group());
        details.put("kind", type.plural()).put("uid", Json.text(object, "metadata", "uid"));
        return status;
    }
}
