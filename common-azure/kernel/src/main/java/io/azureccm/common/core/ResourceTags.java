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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

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
        return with(tags, Map.of(key, value));
    }

    /** The same with all of these. */
    public static Map<String, String> with(Map<String, String> tags, Map<String, String> others) {
        Map<String, String> result = new LinkedHashMap<>(tags);
        Map<String, String> spelled = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        tags.keySet().forEach(key -> spelled.putIfAbsent(key, key));
        others.forEach((key, value) -> result.put(spelled.computeIfAbsent(key, same -> same), value));
        return Collections.unmodifiableMap(result);
    }

    /** The names of the tags, ignoring case. */
    public static Set<String> names(Map<String, String> tags) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(tags.keySet());
        return names;
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
        Map<String, String> wishes = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        wanted.forEach(wishes::putIfAbsent);
        List<String> kept = Arrays.stream(systemTags.split(","))
                .map(key -> key.strip().toLowerCase(Locale.ROOT))
                .filter(key -> !key.isEmpty())
                .toList();
        Map<String, String> result = new LinkedHashMap<>();
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        observed.forEach((key, value) -> {
            String lower = key.toLowerCase(Locale.ROOT);
            boolean stays = kept.isEmpty() || wanted.containsKey(key) || Ownership.isOwnership(observed, key)
                    || kept.stream().anyMatch(lower::startsWith);
            if (stays) {
                names.add(key);
                String wish = wishes.getOrDefault(key, value);
                result.put(key, wish.equalsIgnoreCase(value) ? value : wish);
            }
        });
        wanted.forEach((key, value) -> {
            if (names.add(key))
                result.put(key, value);
        });
        return Collections.unmodifiableMap(result);
    }
}
