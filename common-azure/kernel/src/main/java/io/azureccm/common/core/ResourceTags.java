package io.azureccm.common.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Tags of ARM resources: reading and reconciling. Keys are compared ignoring case and keep their spelling. */
public final class ResourceTags {
    private ResourceTags() {}

    /** The tags of a resource in ARM's order; empty if it has none. */
    public static Map<String, String> of(JsonNode resource) {
        Map<String, String> tags = new LinkedHashMap<>();
        resource.path("tags").properties().forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText("")));
        return Collections.unmodifiableMap(tags);
    }

    /** Puts tags into a body; without tags, the property is removed. */
    public static void put(ObjectNode resource, Map<String, String> tags) {
        if (tags.isEmpty()) {
            resource.remove("tags");
            return;
        }
        ObjectNode json = resource.putObject("tags");
        tags.forEach(json::put);
    }

    public static Optional<String> find(Map<String, String> tags, String key) {
        for (Map.Entry<String, String> tag : tags.entrySet()) {
            if (tag.getKey().equalsIgnoreCase(key))
                return Optional.of(tag.getValue());
        }
        return Optional.empty();
    }

    /** The tags with one key set; an existing key in another spelling keeps its spelling. */
    public static Map<String, String> with(Map<String, String> tags, String key, String value) {
        Map<String, String> result = new LinkedHashMap<>(tags);
        String spelled = tags.keySet().stream().filter(key::equalsIgnoreCase).findFirst().orElse(key);
        result.put(spelled, value);
        return Collections.unmodifiableMap(result);
    }

    /**
     * The tags that a resource should get: wanted keys are added, or changed if their value differs in more than case. Others
     * are removed only if {@code systemTags} (comma-separated prefixes of keys to keep) is not empty; tags that determine
     * ownership always stay, and are never taken from {@code asked}. With {@code systemTags}, a key in another spelling than
     * wanted is respelled.
     */
    public static Map<String, String> reconcile(Map<String, String> observed, Map<String, String> asked,
            String systemTags) {
        Map<String, String> wanted = new LinkedHashMap<>(asked);
        wanted.keySet().removeIf(Ownership::isReserved);
        List<String> kept = Arrays.stream(systemTags.split(","))
                .map(key -> key.strip().toLowerCase(Locale.ROOT))
                .filter(key -> !key.isEmpty())
                .toList();
        Map<String, String> result = new LinkedHashMap<>();
        observed.forEach((key, value) -> {
            String lower = key.toLowerCase(Locale.ROOT);
            boolean stays = kept.isEmpty() || isSpelled(wanted, key)
                    || Ownership.isOwnership(observed, key) || kept.stream().anyMatch(lower::startsWith);
            if (stays) {
                result.put(key, find(wanted, key).filter(wish -> !wish.equalsIgnoreCase(value)).orElse(value));
            }
        });
        wanted.forEach((key, value) -> {
            if (find(result, key).isEmpty()) {
                result.put(key, value);
            }
        });
        return Collections.unmodifiableMap(result);
    }

    private static boolean isSpelled(Map<String, String> wanted, String key) {
        return wanted.keySet().stream().anyMatch(key::equals);
    }
}
