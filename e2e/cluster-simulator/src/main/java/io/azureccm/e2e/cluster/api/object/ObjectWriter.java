package io.azureccm.e2e.cluster.api.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.admission.Admission;
import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.api.call.EventForms;
import io.azureccm.e2e.cluster.api.call.ResourceCall;
import io.azureccm.e2e.cluster.fields.FieldOwnership;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.rules.FieldErrors;
import io.azureccm.e2e.cluster.rules.KindRules;
import io.azureccm.e2e.cluster.rules.Names;
import io.azureccm.e2e.cluster.rules.RulesTable;
import io.azureccm.e2e.cluster.schema.ResourceType.Trait;
import io.azureccm.e2e.cluster.store.ObjectKey;
import io.azureccm.e2e.cluster.store.ObjectStore;
import java.time.Clock;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.function.UnaryOperator;

/** Creates and updates: metadata, defaults, rules of the kind, validation, optimistic locking. One write at a time. */
public record ObjectWriter(ObjectStore store, RulesTable rules, Clock clock, RandomGenerator random,
        ObjectRemover remover, FieldOwnership ownership, Admission admission) {
    /** Whether the writer still has to record the owners of changed fields, or an apply has done so. */
    public enum Ownership {
        TO_TRACK, SETTLED
    }

    /**
     * Stores a new object (in the format of the requested version; the argument is modified) and returns the stored
     * object.
     */
    public ObjectNode create(ResourceCall call, ObjectNode sent, Ownership owned) {
        return store.locked(() -> {
            ObjectNode object = EventForms.stored(call.type(), sent);
            ObjectNode metadata = Json.ensure(object, "metadata");
            ResourceCall named = name(call, metadata);
            if (store.get(named.key()).isPresent())
                throw ApiError.alreadyExists(call.type(), named.name());
            requireNamespace(named);
            if (!Json.isEmpty(metadata, "resourceVersion"))
                throw ApiError.of(500, "InternalError", "resourceVersion should not be set on objects to be created");
            KindRules kind = rules.of(call.type());
            kind.fillDefaults(object);
            kind.prepareCreate(object);
            MetadataRules.stamp(metadata, call.type().has(Trait.GENERATION), clock, random);
            if (owned == Ownership.TO_TRACK) {
                metadata.remove("managedFields");
                ownership.track(call.type(), null, object, call.fieldWriter());
            }
            FieldErrors errors = new FieldErrors();
            MetadataRules.validate(metadata, errors);
            kind.validate(object, null, errors);
            refuse(named, errors);
            admission.review(named, object, null);
            return call.dryRun() ? object : store.put(named.key(), object);
        });
    }

    /**
     * Reads, changes and stores an object atomically. {@code edit} gets a copy of the stored object and returns the new
     * one; a resourceVersion or UID in it must match.
     */
    public ObjectNode update(ResourceCall call, UnaryOperator<ObjectNode> edit, Ownership owned) {
        return store.locked(() -> {
            ObjectNode old = store.get(call.key()).orElseThrow(() -> ApiError.notFound(call.type(), call.name()));
            ObjectNode shown = EventForms.shown(call.type(), old);
            ObjectNode object = EventForms.stored(call.type(), edit.apply(shown.deepCopy()));
            checkPreconditions(call, object, old);
            MetadataRules.carry(object, old);
            KindRules kind = rules.of(call.type());
            kind.fillDefaults(object);
            if (call.isStatus()) {
                kind.prepareStatus(object, old);
                kind.fillDefaults(object);
            } else {
                kind.prepareUpdate(object, old);
            }
            if (owned == Ownership.TO_TRACK)
                ownership.track(call.type(), old, object, call.fieldWriter());
            validate(call, kind, object, old);
            admission.review(call, object, old);
            if (call.type().has(Trait.GENERATION))
                MetadataRules.countGeneration(object, old);
            return commit(call, object, old);
        });
    }

    private static void validate(ResourceCall call, KindRules kind, ObjectNode object, ObjectNode old) {
        FieldErrors errors = new FieldErrors();
        MetadataRules.validateUpdate(Json.ensure(object, "metadata"), old, errors);
        if (call.isStatus())
            kind.validateStatus(object, old, errors);
        else
            kind.validate(object, old, errors);
        refuse(call, errors);
    }

    private ObjectNode commit(ResourceCall call, ObjectNode object, ObjectNode old) {
        ObjectKey key = call.key();
        boolean dying = !Json.isEmpty(object, "metadata", "deletionTimestamp");
        if (dying && Json.isEmpty(object, "metadata", "finalizers") && !key.shelf().equals("namespaces")) {
            if (!call.dryRun())
                remover.remove(key);
            return object;
        }
        Json.ensure(object, "metadata").put("resourceVersion", Json.text(old, "metadata", "resourceVersion"));
        // A write without changes creates no new revision and no watch event.
        if (call.dryRun() || object.equals(old))
            return object;
        ObjectNode stored = store.put(key, object);
        if (dying)
            remover.settle(key);
        return stored;
    }

    private ResourceCall name(ResourceCall call, ObjectNode metadata) {
        String name = Json.text(metadata, "name");
        if (name.isEmpty() && !Json.isEmpty(metadata, "generateName")) {
            name = Names.generate(Json.text(metadata, "generateName"));
            metadata.put("name", name);
        }
        ResourceCall named = new ResourceCall(call.http(), call.type(), call.namespace(), name, call.sub(), false);
        FieldErrors errors = new FieldErrors();
        if (name.isEmpty())
            errors.required("metadata.name", "name or generateName is required");
        else
            errors.syntax("metadata.name", name, rules.of(call.type()).nameProblem(name));
        refuse(named, errors);
        String namespace = Json.text(metadata, "namespace");
        if (call.type().namespaced()) {
            if (!namespace.isEmpty() && !namespace.equals(call.namespace()))
                throw ApiError.badRequest(
                        "the namespace of the provided object does not match the namespace sent on the request");
            metadata.put("namespace", call.namespace());
        } else {
            metadata.remove("namespace");
        }
        return named;
    }

    private void requireNamespace(ResourceCall call) {
        if (!call.type().namespaced())
            return;
        Optional<ObjectNode> namespace = store.get(new ObjectKey("namespaces", "", call.namespace()));
        if (namespace.isEmpty())
            throw ApiError.missingNamespace(call.namespace());
        if (!Json.isEmpty(namespace.get(), "metadata", "deletionTimestamp"))
            throw ApiError.forbidden(call.type(), call.name(), "unable to create new content in namespace "
                    + call.namespace() + " because it is being terminated");
    }

    private static void checkPreconditions(ResourceCall call, ObjectNode object, ObjectNode old) {
        String name = Json.text(object, "metadata", "name");
        if (!name.equals(call.name()))
            throw ApiError.badRequest(
                    "the name of the object (" + name + ") does not match the name on the URL (" + call.name() + ")");
        String namespace = Json.text(object, "metadata", "namespace");
        if (!namespace.isEmpty() && !namespace.equals(call.namespace()))
            throw ApiError.badRequest("the namespace of the object (" + namespace
                    + ") does not match the namespace on the request (" + call.namespace() + ")");
        String uid = Json.text(object, "metadata", "uid");
        String realUid = Json.text(old, "metadata", "uid");
        if (!uid.isEmpty() && !uid.equals(realUid))
            throw ApiError.conflict(call.type(), call.name(), "Precondition failed: UID in precondition: " + uid
                    + ", UID in object meta: " + realUid);
        String version = Json.text(object, "metadata", "resourceVersion");
        if (version.isEmpty() || version.equals("0")) {
            if (call.type().has(Trait.VERSION_REQUIRED)) {
                FieldErrors errors = new FieldErrors();
                errors.invalid("metadata.resourceVersion", "0x0", "must be specified for an update");
                refuse(call, errors);
            }
        } else if (!version.equals(Json.text(old, "metadata", "resourceVersion"))) {
            throw ApiError.stale(call.type(), call.name());
        }
    }

    private static void refuse(ResourceCall call, FieldErrors errors) {
        if (!errors.causes().isEmpty())
            throw ApiError.invalid(call.type(), call.name(), errors.causes());
    }
}
