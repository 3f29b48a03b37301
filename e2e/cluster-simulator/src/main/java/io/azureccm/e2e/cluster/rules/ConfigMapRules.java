package io.azureccm.e2e.cluster.rules;

import java.util.Objects;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/** Config maps: one marked immutable stays as it is. */
final class ConfigMapRules implements KindRules {
    @Override
    public void prepareUpdate(ObjectNode map, ObjectNode old) {}

    @Override
    public void validate(ObjectNode map, ObjectNode old, FieldErrors errors) {
        immutable(map, old, errors);
    }

    static void immutable(ObjectNode object, ObjectNode old, FieldErrors errors) {
        if (old == null || !Json.flag(old, "immutable")) {
            return;
        }
        if (!Json.flag(object, "immutable")) {
            errors.forbidden("immutable", "field is immutable when `immutable` is set");
        }
        for (String field : new String[]{"data", "binaryData"}) {
            if (!Objects.equals(object.get(field), old.get(field))) {
                errors.forbidden(field, "field is immutable when `immutable` is set");
            }
        }
    }
}
