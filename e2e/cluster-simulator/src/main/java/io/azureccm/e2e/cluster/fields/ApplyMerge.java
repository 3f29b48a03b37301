package io.azureccm.e2e.cluster.fields;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.FieldType;
import io.azureccm.e2e.cluster.schema.FieldType.ListOf;

/** Merges an applied configuration into an object, and removes what it no longer claims. */
final class ApplyMerge {
    private ApplyMerge() {}

    static JsonNode merge(FieldType type, JsonNode live, JsonNode config) {
        if (type.isGranular() && live instanceof ObjectNode old && config instanceof ObjectNode wanted) {
            ObjectNode result = old.deepCopy();
            wanted.properties()
                    .forEach(field -> result.set(field.getKey(),
                            merge(type.field(field.getKey()), old.get(field.getKey()), field.getValue())));
            return result;
        }
        return type instanceof ListOf list && list.isAssociative() && live instanceof ArrayNode old
                && config instanceof ArrayNode wanted ? list(list, old, wanted) : config.deepCopy();
    }

    /** Elements of both, in the order of the configuration; others stay before the neighbour they preceded. */
    private static ArrayNode list(ListOf list, ArrayNode live, ArrayNode config) {
        Map<String, JsonNode> old = new LinkedHashMap<>();
        live.forEach(item -> old.put(FieldTree.step(list, item), item));
        Set<String> wanted = new HashSet<>();
        config.forEach(item -> wanted.add(FieldTree.step(list, item)));
        List<String> left = new ArrayList<>(old.keySet());
        ArrayNode result = Json.array();
        for (JsonNode item : config) {
            String step = FieldTree.step(list, item);
            if (old.containsKey(step)) {
                while (!left.isEmpty() && !wanted.contains(left.getFirst()))
                    result.add(old.get(left.removeFirst()));
                left.remove(step);
                result.add(merge(list.item(), old.get(step), item));
            } else {
                result.add(item.deepCopy());
            }
        }
        left.stream().filter(step -> !wanted.contains(step)).forEach(step -> result.add(old.get(step)));
        return result;
    }

    /** Removes the paths from the object, in place, and containers that become empty. */
    static void remove(FieldType type, JsonNode node, List<String> path) {
        String step = path.getFirst();
        List<String> rest = path.subList(1, path.size());
        if (step.startsWith("f:") && node instanceof ObjectNode object) {
            String name = step.substring(2);
            if (!rest.isEmpty())
                remove(type.field(name), object.path(name), rest);
            if (rest.isEmpty() || object.path(name).isEmpty())
                object.remove(name);
        } else if (node instanceof ArrayNode array && type instanceof ListOf list) {
            for (int i = array.size() - 1; i >= 0; i--) {
                if (!FieldTree.step(list, array.get(i)).equals(step))
                    continue;
                if (rest.isEmpty())
                    array.remove(i);
                else
                    remove(list.item(), array.get(i), rest);
            }
        }
    }
}
