package io.azureccm.e2e.cluster.rules;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/** Secrets: stringData becomes data. */
final class SecretRules implements KindRules {
    @Override
    public void fillDefaults(ObjectNode secret) {
        Json.setDefault(secret, "type", "Opaque");
        if (secret.remove("stringData") instanceof ObjectNode plain) {
            ObjectNode data = Json.ensure(secret, "data");
            plain.properties()
                    .forEach(entry -> data.put(entry.getKey(), Base64.getEncoder()
                            .encodeToString(entry.getValue().asText().getBytes(StandardCharsets.UTF_8))));
        }
    }
}
