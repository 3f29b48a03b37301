package io.azureccm.e2e.cluster.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/** What an API server does to incoming objects of one kind. Every method edits the object in place. */
public interface KindRules {

    /** Sets omitted fields to their defaults, on every write. */
    default void fillDefaults(ObjectNode object) {}

    /** Clears what a client may not set at creation, then allocates what the server assigns. */
    default void prepareCreate(ObjectNode object) {
        object.remove("status");
    }

    /** The same for a write to the main resource; {@code old} is the stored object. */
    default void prepareUpdate(ObjectNode object, ObjectNode old) {
        Json.carry(old, object, "status");
    }

    /** The same for a write to the status subresource: everything but metadata and status stays. */
    default void prepareStatus(ObjectNode object, ObjectNode old) {
        object.properties().removeIf(field -> !field.getKey().equals("metadata") && !field.getKey().equals("status"));
        old.properties().forEach(field -> {
            if (!field.getKey().equals("metadata") && !field.getKey().equals("status"))
                object.set(field.getKey(), field.getValue().deepCopy());
        });
    }

    /** Reports errors; {@code old} is null for a new object. */
    default void validate(ObjectNode object, ObjectNode old, FieldErrors errors) {}

    default void validateStatus(ObjectNode object, ObjectNode old, FieldErrors errors) {
        validate(object, old, errors);
    }

    /** The name's syntax: DNS subdomain for most kinds. */
    default String nameProblem(String name) {
        return Names.subdomainProblem(name);
    }
}
