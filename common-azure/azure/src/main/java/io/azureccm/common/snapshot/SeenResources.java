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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds resources in whatever response shows them; {@code entries} change while it is used. */
record SeenResources(Collection<ObservedEntry> entries) {
    private Stream<Observed> showing(ArmId id) {
        return states().filter(state -> state.items().containsKey(id));
    }

    private Stream<Observed> states() {
        return entries.stream().flatMap(entry -> Stream.ofNullable(entry.state));
    }

    /** The resource in any response, null for none. */
    ObjectNode latest(ArmId id) {
        return showing(id).max(Comparator.comparingLong(Observed::start))
                .map(state -> state.items().get(id))
                .orElse(null);
    }

    /** The latest response of ARM; empty if the resource was never read, or only written. */
    Optional<ObjectNode> newest(ArmId id) {
        return showing(id).max(Comparator.comparingLong(Observed::start))
                .filter(state -> !state.partial().contains(id))
                .map(state -> state.items().get(id));
    }

    /** Whether a response to a call that began after this moment shows a version of the resource that is not one of these. */
    boolean showsOther(ArmId id, long start, Predicate<String> known) {
        return showing(id).filter(state -> state.start() > start && !state.partial().contains(id))
                .map(state -> etag(state, id))
                .anyMatch(etag -> !etag.isEmpty() && !known.test(etag));
    }

    /** The resources in the latest responses that cannot be read, in the order of their ids. */
    Collection<UnreadableResource> unreadable() {
        Map<ArmId, UnreadableResource> all = new TreeMap<>();
        states().forEach(state -> all.putAll(state.unreadable()));
        return all.values();
    }

    /** The etags of the resource in all known responses. */
    Set<String> etagsOf(ArmId target) {
        return showing(target).map(state -> etag(state, target))
                .filter(etag -> !etag.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String etag(Observed state, ArmId id) {
        return state.items().get(id).path("etag").asText("");
    }
}
