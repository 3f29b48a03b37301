package io.azureccm.e2e.cluster.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.api.ResourceVerbs.Written;
import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.api.call.ApiError.Cause;
import io.azureccm.e2e.cluster.api.call.RequestBody;
import io.azureccm.e2e.cluster.api.call.ResourceCall;
import io.azureccm.e2e.cluster.api.call.Revisions;
import io.azureccm.e2e.cluster.api.object.ObjectWriter;
import io.azureccm.e2e.cluster.api.object.ObjectWriter.Ownership;
import io.azureccm.e2e.cluster.fields.FieldOwnership;
import io.azureccm.e2e.cluster.fields.FieldOwnership.Applied;
import io.azureccm.e2e.cluster.fields.FieldOwnership.Conflict;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.ResourceType;
import io.azureccm.e2e.cluster.schema.ResourceType.Trait;
import io.azureccm.e2e.cluster.store.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Server-side apply: a PATCH that creates missing objects, and does not take fields from other managers unless forced.
 */
record ApplyPatch(ObjectStore store, ObjectWriter writer, RequestBody bodies, FieldOwnership ownership) {
    static final String MEDIA_TYPE = "application/apply-patch+yaml";

    Written apply(ResourceCall call) {
        if (call.http().param("fieldManager").isEmpty())
            throw Revisions.invalidOption("PatchOptions", "fieldManager", "FieldValueRequired",
                    "Required value: is required for apply patch");
        ObjectNode config = config(call);
        return store.locked(() -> {
            Optional<ObjectNode> live = store.get(call.key());
            if (live.isPresent())
                return new Written(writer.update(call, stored -> merged(call, stored, config), Ownership.SETTLED),
                        false);
            if (!call.sub().isEmpty())
                throw ApiError.notFound(call.type(), call.name());
            if (!Json.isEmpty(config, "metadata", "uid"))
                throw ApiError.conflict(call.type(), call.name(), "uid mismatch: the provided object specified uid "
                        + Json.text(config, "metadata", "uid") + ", and no existing object was found");
            ObjectNode empty = Json.object();
            empty.putObject("metadata");
            ResourceCall create = new ResourceCall(call.http(), call.type(), call.namespace(), "", "", false);
            return new Written(writer.create(create, merged(call, empty, config), Ownership.SETTLED), true);
        });
    }

    private ObjectNode config(ResourceCall call) {
        if (!(RequestBody.tree(call.http(), true) instanceof ObjectNode config))
            throw ApiError.badRequest("the applied configuration is not an object");
        ResourceType type = call.type();
        if (!Json.text(config, "kind").equals(type.kind())
                || !Json.text(config, "apiVersion").equals(type.apiVersion()))
            throw ApiError.badRequest(
                    "the applied configuration must say apiVersion: " + type.apiVersion() + ", kind: " + type.kind());
        bodies.decode(call, config);
        if (!Json.isEmpty(config, "metadata", "managedFields"))
            throw ApiError.badRequest("metadata.managedFields must be nil");
        ObjectNode metadata = Json.ensure(config, "metadata");
        Json.setDefault(metadata, "name", call.name());
        if (type.namespaced())
            Json.setDefault(metadata, "namespace", call.namespace());
        if (type.has(Trait.STATUS) && !call.isStatus())
            config.remove("status");
        return config;
    }

    private ObjectNode merged(ResourceCall call, ObjectNode live, ObjectNode config) {
        boolean force = call.http().flag("force");
        Applied applied = ownership.apply(call.type(), live, config, call.fieldWriter(), force);
        if (!applied.conflicts().isEmpty())
            throw refusal(applied.conflicts());
        return applied.object();
    }

    private static ApiError refusal(List<Conflict> conflicts) {
        List<Cause> causes = new ArrayList<>();
        StringBuilder lines = new StringBuilder();
        for (Conflict conflict : conflicts) {
            boolean one = conflict.fields().size() == 1;
            lines.append(lines.isEmpty() ? "" : "\n")
                    .append(one ? "conflict" : "conflicts")
                    .append(" with ")
                    .append(conflict.manager())
                    .append(':');
            for (String field : conflict.fields()) {
                causes.add(new Cause("FieldManagerConflict", "conflict with " + conflict.manager(), field));
                lines.append(one ? " " : "\n- ").append(field);
            }
        }
        String count = causes.size() == 1 ? "1 conflict: " : causes.size() + " conflicts: ";
        return ApiError.applyConflict("Apply failed with " + count + lines, causes);
    }
}
