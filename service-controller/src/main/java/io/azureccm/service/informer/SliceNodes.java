package io.azureccm.service.informer;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The nodes in the EndpointSlices of one Service; a change takes time in proportion to its slice, however many there are. Mutable. */
final class SliceNodes {
    private final Map<String, Set<String>> bySlice = new HashMap<>();
    /** By node: in how many slices it is. */
    private final Map<String, Integer> counts = new HashMap<>();
    /** Null after a change. */
    private Set<String> all;

    boolean isEmpty() {
        return bySlice.isEmpty();
    }

    /** The nodes in any slice. */
    Set<String> all() {
        if (all == null)
            all = Set.copyOf(counts.keySet());
        return all;
    }

    /** The nodes in this slice, empty if it was deleted; returns whether those in all slices, or whether any slice is known, changed. */
    boolean note(String slice, Optional<Set<String>> nodes) {
        boolean wasEmpty = isEmpty();
        Set<String> now = nodes.orElse(Set.of());
        Set<String> known = nodes.isPresent() ? bySlice.put(slice, now) : bySlice.remove(slice);
        Set<String> before = known == null ? Set.of() : known;
        boolean changed = wasEmpty != isEmpty();
        for (String node : now)
            changed |= !before.contains(node) && counts.merge(node, 1, Integer::sum) == 1;
        for (String node : before)
            changed |= !now.contains(node) && counts.computeIfPresent(node, SliceNodes::less) == null;
        if (changed)
            all = null;
        return changed;
    }

    private static Integer less(String node, int count) {
        return count == 1 ? null : count - 1;
    }
}
