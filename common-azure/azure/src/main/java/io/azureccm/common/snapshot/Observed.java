package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * One response of ARM with own writes applied: items by id, in the order of ARM; which of them are partial, as bodies of writes that had
 * not completed; what cannot be read, exists, too, and must not be taken as absent; and which call it is from: its number in the order of the
 * store's calls and writes, and when it began. The trees are shared by all readers and must not be modified.
 */
public record Observed(Map<ArmId, ObjectNode> items, Set<ArmId> partial, Map<ArmId, UnreadableResource> unreadable,
        long start,
        Instant asOf) {
    public Observed {
        items = Collections.unmodifiableMap(items);
        partial = Set.copyOf(partial);
        // In one order, because messages name the first, and logs all.
        unreadable = Collections.unmodifiableMap(new TreeMap<>(unreadable));
    }

    /** An item without a valid id gets one from its position: no own write can refer to it. */
    static Observed of(ArmId asked, ArmList shown, long start, Instant asOf) {
        Map<ArmId, ObjectNode> items = new LinkedHashMap<>();
        for (ObjectNode node : shown) {
            ArmId id = ArmId.tryParse(node.path("id").asText(""))
                    .orElseGet(() -> ArmId.parse(asked + "/#" + items.size()));
            items.put(id, node);
        }
        Map<ArmId, UnreadableResource> unreadable = new HashMap<>();
        shown.unreadable().forEach(each -> unreadable.put(each.id(), each));
        return new Observed(items, Set.of(), unreadable, start, asOf);
    }

    /** The same content, reusing the equal nodes of an older response; null for none. */
    Observed keeping(Observed older) {
        if (older == null)
            return this;
        Map<ArmId, ObjectNode> shared = new LinkedHashMap<>();
        items.forEach((id, node) -> shared.put(id, SharedTrees.keeping(older.items().get(id), node)));
        return new Observed(shared, partial, unreadable, start, asOf);
    }

    /** With this body of a resource, null if it was deleted, which is of later. */
    Observed with(ArmId id, ObjectNode body, boolean isPartial) {
        Map<ArmId, ObjectNode> changed = new LinkedHashMap<>(items);
        Set<ArmId> marked = new HashSet<>(partial);
        Map<ArmId, UnreadableResource> unread = new HashMap<>(unreadable);
        unread.remove(id);
        if (body == null)
            changed.remove(id);
        else
            changed.put(id, body);
        if (body != null && isPartial)
            marked.add(id);
        else
            marked.remove(id);
        return new Observed(changed, marked, unread, start, asOf);
    }

    /** Whether it is young and complete enough. */
    boolean isEnoughFor(Read read, Instant now) {
        return read.accepts(asOf, now) && (read.isPartialEnough() || !isPartial());
    }

    public boolean isPartial() {
        return !partial.isEmpty();
    }

    /** The items. */
    public List<ObjectNode> list() {
        return List.copyOf(items.values());
    }

    /** The single resource; empty if it does not exist or cannot be read. */
    public Optional<ObjectNode> item() {
        return items.values().stream().findFirst();
    }
}
