package io.azureccm.service.reconcile.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.record.value.TypedValues;
import io.azureccm.common.snapshot.Observed;
import io.azureccm.common.snapshot.ObservedView;
import io.azureccm.common.snapshot.Read;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Views of Azure's responses as JSON, and back: of the responses that changed since the previous view, the items that changed, as they came.
 * One instance writes or reads one segment.
 */
public final class ViewRecord {
    private static final TypedValues VALUES = new TypedValues(module -> module);

    /** The responses that are not the same as in the previous view, and those that are not in it any more. */
    private record Changes(Map<Read.Key, Response> changed, Set<Read.Key> gone, long moment) {}

    /** A response: what changed of its items, and the rest of it; {@code order}: empty if new items are at the end. */
    private record Response(Map<ArmId, ObjectNode> changed, Set<ArmId> gone, List<ArmId> order, Set<ArmId> partial,
            Map<ArmId, UnreadableResource> unreadable, long start, Instant asOf, boolean isOutdated) {
        static Response of(ObservedView.Entry entry, Map<ArmId, ObjectNode> before) {
            Observed now = entry.observed();
            Map<ArmId, ObjectNode> changed = new LinkedHashMap<>();
            now.items().forEach((id, node) -> {
                if (!node.equals(before.get(id)))
                    changed.put(id, node);
            });
            Set<ArmId> gone = Copies.without(before.keySet(), now.items().keySet());
            List<ArmId> order = List.copyOf(now.items().keySet());
            boolean same = order.equals(List.copyOf(after(before, changed, gone).keySet()));
            return new Response(changed, gone, same ? List.of() : order, now.partial(), now.unreadable(), now.start(),
                    now.asOf(), entry.isOutdated());
        }

        private static Map<ArmId, ObjectNode> after(Map<ArmId, ObjectNode> before, Map<ArmId, ObjectNode> changed,
                Set<ArmId> gone) {
            Map<ArmId, ObjectNode> items = new LinkedHashMap<>(before);
            items.keySet().removeAll(gone);
            items.putAll(changed);
            return items;
        }

        ObservedView.Entry entry(Map<ArmId, ObjectNode> before) {
            Map<ArmId, ObjectNode> items = after(before, changed, gone);
            Map<ArmId, ObjectNode> inOrder = new LinkedHashMap<>();
            (order.isEmpty() ? items.keySet() : order).forEach(id -> inOrder.put(id, items.get(id)));
            return new ObservedView.Entry(new Observed(inOrder, partial, unreadable, start, asOf), isOutdated);
        }
    }

    private Map<Read.Key, ObservedView.Entry> last = Map.of();

    /** What comes next is written whole. */
    public void forget() {
        last = Map.of();
    }

    public JsonNode write(ObservedView view) {
        Map<Read.Key, Response> changed = new HashMap<>();
        Set<Read.Key> gone = new HashSet<>();
        if (view.entries() != last) {
            view.entries().forEach((key, entry) -> {
                if (!entry.equals(last.get(key)))
                    changed.put(key, Response.of(entry, items(key)));
            });
            gone.addAll(last.keySet());
            gone.removeAll(view.entries().keySet());
            last = view.entries();
        }
        return VALUES.write(Changes.class, new Changes(changed, gone, view.moment()));
    }

    /** What {@link #write} wrote; throws if it cannot be read. */
    public ObservedView read(JsonNode json) {
        Changes changes = VALUES.read(Changes.class, json);
        if (!changes.changed().isEmpty() || !changes.gone().isEmpty()) {
            Map<Read.Key, ObservedView.Entry> now = new HashMap<>(last);
            changes.changed().forEach((key, response) -> now.put(key, response.entry(items(key))));
            now.keySet().removeAll(changes.gone());
            last = Map.copyOf(now);
        }
        return new ObservedView(last, changes.moment());
    }

    private Map<ArmId, ObjectNode> items(Read.Key key) {
        return last.containsKey(key) ? last.get(key).observed().items() : Map.of();
    }
}
