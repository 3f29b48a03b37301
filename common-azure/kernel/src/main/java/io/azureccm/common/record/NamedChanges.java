package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Objects that a watch shows, by name, as what changed since the previous turn: {@code {"changed":{name:object},"gone":[name]}}. One
 * instance writes or reads one segment. An object is written again when its gist, what turns read of it, is another one.
 */
public final class NamedChanges<T> {
    private static final String CHANGED = "changed";
    private static final String GONE = "gone";

    private final Function<T, ?> gist;
    private final Function<T, JsonNode> write;
    private final Function<JsonNode, T> read;
    private Map<String, T> last = Collections.emptyMap();

    /** {@code write}: the object as the API server shows it; {@code read}: the reverse. */
    public NamedChanges(Function<T, ?> gist, Function<T, JsonNode> write, Function<JsonNode, T> read) {
        this.gist = gist;
        this.write = write;
        this.read = read;
    }

    /** {@code now} is not modified any more. */
    public ObjectNode write(Map<String, T> now) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (now == last)
            return json;
        now.forEach((name, object) -> {
            T before = last.get(name);
            if (object != before && (before == null || !gist.apply(object).equals(gist.apply(before))))
                json.withObjectProperty(CHANGED).set(name, write.apply(object));
        });
        last.keySet()
                .stream()
                .filter(name -> !now.containsKey(name))
                .sorted()
                .forEach(
                        name -> json.withArrayProperty(GONE).add(name));
        last = now;
        return json;
    }

    /** All objects after these changes. */
    public SortedMap<String, T> read(JsonNode json) {
        SortedMap<String, T> now = new TreeMap<>(last);
        json.path(GONE).forEach(name -> now.remove(name.asText()));
        json.path(CHANGED).properties().forEach(each -> now.put(each.getKey(), read.apply(each.getValue())));
        last = now;
        return Collections.unmodifiableSortedMap(now);
    }
}
