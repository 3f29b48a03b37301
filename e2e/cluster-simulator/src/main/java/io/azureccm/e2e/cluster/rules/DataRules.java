package io.azureccm.e2e.cluster.rules;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/**
 * ConfigMaps and Secrets: immutable ones cannot change; a Secret's stringData becomes data, and its type cannot change.
 */
final class DataRules implements KindRules {
    private final boolean secret;

    DataRules(boolean secret) {
        this.secret = secret;
    }

    @Override
    public void fillDefaults(ObjectNode object) {
        if (!secret)
            return;
        Json.setDefault(object, "type", "Opaque");
        if (object.remove("stringData") instanceof ObjectNode plain) {
            ObjectNode data = Json.ensure(object, "data");
            plain.properties()
                    .forEach(entry -> data.put(entry.getKey(),
                            Base64.getEncoder()
                                    .encodeToString(entry.getValue().asText().getBytes(StandardCharsets.UTF_8))));
        }
    }

    @Override
    public void prepareUpdate(ObjectNode object, ObjectNode old) {}

    @Override
    public void validate(ObjectNode object, ObjectNode old, FieldErrors errors) {
        if (secret && old != null && !Json.text(object, "type").equals(Json.text(old, "type"))) {
            errors.invalid("type", Json.text(object, "type"), "field is immutable");
        }
        immutable(object, old, errors);
    }

    private static void immutable(ObjectNode object, ObjectNode old, FieldErrors errors) {
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
