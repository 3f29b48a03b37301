package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Finds resources in whatever response shows them; {@code entries} change while it is used. */
record SeenResources(Collection<ObservedEntry> entries) {
    /** The resource in any response, null for none. */
    ObjectNode latest(ArmId id) {
        return entries.stream()
                .filter(entry -> entry.state != null && entry.state.items().containsKey(id))
                .max(Comparator.comparingLong(entry -> entry.state.start()))
                .map(entry -> entry.state.items().get(id))
                .orElse(null);
    }

    /** The latest response of ARM; empty if the resource was never read, or only written. */
    Optional<ObjectNode> newest(ArmId id) {
        return entries.stream()
                .map(entry -> entry.state)
                .filter(state -> state != null && state.items().containsKey(id))
                .max(Comparator.comparingLong(Observed::start))
                .filter(state -> !state.partial().contains(id))
                .map(state -> state.items().get(id));
    }

    /** The resources in the latest responses that cannot be read, in the order of their ids. */
    Collection<UnreadableResource> unreadable() {
        Map<ArmId, UnreadableResource> all = new TreeMap<>();
        entries.stream()
                .filter(entry -> entry.state != null)
                .forEach(entry -> all.putAll(entry.state.unreadable()));
        return all.values();
    }

    /** The etags of the resource in all known responses. */
    Set<String> etagsOf(ArmId target) {
        return entries.stream()
                .filter(entry -> entry.state != null && entry.state.items().containsKey(target))
                .map(entry -> entry.state.items().get(target).path("etag").asText(""))
                .filter(etag -> !etag.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }
}
