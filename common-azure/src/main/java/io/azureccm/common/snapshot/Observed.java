package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One response of ARM with own writes applied: items by id, which of them are partial, and which call it is from. */
record Observed(Map<ArmId, ObjectNode> items, Set<ArmId> partial, long start, Instant asOf) {
    Observed {
        items = Collections.unmodifiableMap(items);
        partial = Set.copyOf(partial);
    }

    /** An item without a valid id gets one from its position: no own write can refer to it. */
    static Observed of(ArmId asked, List<ObjectNode> shown, long start, Instant asOf) {
        Map<ArmId, ObjectNode> items = new LinkedHashMap<>();
        for (ObjectNode node : shown) {
            ArmId id = ArmId.tryParse(node.path("id").asText(""))
                    .orElseGet(() -> ArmId.parse(asked + "/#" + items.size()));
            items.put(id, node);
        }
        return new Observed(items, Set.of(), start, asOf);
    }

    /** The same content, reusing the equal nodes of an older response; null for none. */
    Observed keeping(Observed older) {
        if (older == null)
            return this;
        Map<ArmId, ObjectNode> shared = new LinkedHashMap<>();
        items.forEach((id, node) -> shared.put(id, SharedTrees.keeping(older.items().get(id), node)));
        return new Observed(shared, partial, start, asOf);
    }

    Observed with(OwnWrite write, boolean isPartial) {
        Map<ArmId, ObjectNode> changed = new LinkedHashMap<>(items);
        Set<ArmId> marked = new HashSet<>(partial);
        marked.remove(write.target());
        if (write.isDeletion()) {
            changed.remove(write.target());
        } else {
            changed.put(write.target(), write.body());
            if (isPartial) {
                marked.add(write.target());
            }
        }
        return new Observed(changed, marked, start, asOf);
    }

    boolean isPartial() {
        return !partial.isEmpty();
    }

    Observation shown() {
        return new Observation(List.copyOf(items.values()), asOf, isPartial());
    }
}
