package io.azureccm.common.config.parse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.azureccm.common.config.parse.key.ConfigKey;
import io.azureccm.common.config.parse.key.KeyCatalogue;
import io.azureccm.common.config.value.ProblemCollector;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The known keys that are set, each with its effective value and source. */
final class ConfigEntries {

    static final String ENVIRONMENT = "environment";

    private final Map<ConfigKey<?>, Entry> entries = new LinkedHashMap<>();

    private final ProblemCollector problems;

    ConfigEntries(ProblemCollector problems) {
        this.problems = problems;
    }

    /**
     * A value as written.
     *
     * @param path name in messages: the key as written, or the environment variable
     */
    record Entry(String source, String path, JsonNode value) {}

    Map<ConfigKey<?>, Entry> all() {
        return entries;
    }

    /** Merges a document over the current entries: scalars and lists replace, objects merge, null does not remove scalars. */
    void overlay(String source, ObjectNode document) {
        Map<ConfigKey<?>, String> seen = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : document.properties()) {
            String name = field.getKey();
            Optional<ConfigKey<?>> key = KeyCatalogue.find(name);
            if (key.isEmpty()) {
                problems.warning(source, name,
                        "unknown key, it has no effect" + KeyCatalogue.hint(name));
                continue;
            }
            String before = seen.put(key.get(), name);
            if (before != null) {
                problems.warning(source, name, "is the same key as " + before + ", the later one is used");
            }
            put(key.get(), new Entry(source, name, field.getValue()));
        }
    }

    private void put(ConfigKey<?> key, Entry entry) {
        if (key.ignored()) {
            if (!isEmpty(entry.value())) {
                problems.warning(entry.source(), entry.path(), "has no effect: " + key.effect());
            }
            return;
        }
        Entry before = entries.get(key);
        if (entry.value().isNull()) {
            if (before != null && before.value().isContainerNode()) {
                entries.remove(key);
            }
            return;
        }
        if (before != null && before.value() instanceof ObjectNode base && entry.value() instanceof ObjectNode over) {
            entries.put(key, new Entry(entry.source(), entry.path(), merged(base, over, key.name().equals("tagsMap"))));
        } else {
            entries.put(key, entry);
        }
    }

    /** Tools write keys that nobody has set, too. */
    private static boolean isEmpty(JsonNode value) {
        return value.isNull() || value.isEmpty() && (value.isContainerNode() || value.asText().isBlank());
    }

    private static ObjectNode merged(ObjectNode base, ObjectNode over, boolean exactNames) {
        ObjectNode result = base.deepCopy();
        for (Map.Entry<String, JsonNode> field : over.properties()) {
            String name = exactNames ? field.getKey() : spelling(result, field.getKey());
            JsonNode there = result.get(name);
            result.set(name, there instanceof ObjectNode a && field.getValue() instanceof ObjectNode b
                    ? merged(a, b, exactNames)
                    : field.getValue());
        }
        return result;
    }

    private static String spelling(ObjectNode object, String name) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (field.getKey().equalsIgnoreCase(name)) {
                return field.getKey();
            }
        }
        return name;
    }

    /** Environment variables take precedence over every document; empty ones count as absent. */
    void override(Map<String, String> environment) {
        set(environment, "AZURE_TENANT_ID", "tenantId");
        set(environment, "AZURE_CLIENT_ID", "aadClientId");
        set(environment, CloudConfigParser.CLIENT_SECRET_VARIABLE, "aadClientSecret");
        if (set(environment, "AZURE_FEDERATED_TOKEN_FILE", "aadFederatedTokenFile")) {
            entries.put(KeyCatalogue.named("useFederatedWorkloadIdentityExtension"),
                    new Entry(ENVIRONMENT, "AZURE_FEDERATED_TOKEN_FILE", BooleanNode.TRUE));
        }
    }

    private boolean set(Map<String, String> environment, String variable, String key) {
        String value = environment.getOrDefault(variable, "");
        if (value.isEmpty()) {
            return false;
        }
        Entry before = entries.put(KeyCatalogue.named(key),
                new Entry(ENVIRONMENT, variable, TextNode.valueOf(value)));
        if (before != null && !before.value().asText().isEmpty()
                && !before.value().asText().equals(value)) {
            problems.info(before.source(), before.path(), "is overridden by the environment variable " + variable);
        }
        return true;
    }
}
