package io.azureccm.service.reconcile.record;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.record.TypedValues;
import io.azureccm.common.snapshot.ObservedView;
import io.azureccm.common.snapshot.Read;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Views of Azure's responses as JSON, and back: the responses as they came, and only those that changed since the previous view. One
 * instance writes or reads one segment of a record.
 */
public final class ViewRecord {
    private static final TypedValues VALUES = new TypedValues(module -> module);

    /** The responses that are not the same as in the previous view, and those that are not in it any more. */
    private record Changes(Map<Read.Key, ObservedView.Entry> changed, Set<Read.Key> gone, long moment) {}

    private Map<Read.Key, ObservedView.Entry> last = Map.of();

    /** What comes next is written whole. */
    public void forget() {
        last = Map.of();
    }

    public JsonNode write(ObservedView view) {
        Map<Read.Key, ObservedView.Entry> changed = new HashMap<>();
        Set<Read.Key> gone = new HashSet<>();
        if (view.entries() != last) {
            changed.putAll(view.entries());
            changed.entrySet().removeIf(each -> each.getValue().equals(last.get(each.getKey())));
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
            now.keySet().removeAll(changes.gone());
            now.putAll(changes.changed());
            last = Map.copyOf(now);
        }
        return new ObservedView(last, changes.moment());
    }
}
