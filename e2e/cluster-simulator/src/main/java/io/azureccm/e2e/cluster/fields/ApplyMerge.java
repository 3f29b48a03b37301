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
import io.azureccm.e2e.cluster.schema.FieldType.MapOf;
import io.azureccm.e2e.cluster.schema.FieldType.Named;
import io.azureccm.e2e.cluster.schema.FieldType.Scalar;
import io.azureccm.e2e.cluster.schema.FieldType.Struct;
import io.azureccm.e2e.cluster.schema.TypeCatalog;

/** Merges an applied configuration into an object, and removes what it no longer claims. */
record ApplyMerge(TypeCatalog types) {
    ObjectNode merge(Struct struct, ObjectNode live, ObjectNode config) {
        ObjectNode result = live.deepCopy();
        config.properties()
                .forEach(field -> result.set(field.getKey(),
                        value(struct.fields().getOrDefault(field.getKey(), Scalar.ANY), live.get(field.getKey()),
                                field.getValue())));
        return result;
    }

    private JsonNode value(FieldType type, JsonNode live, JsonNode config) {
        return switch (type) {
            case Named named when live instanceof ObjectNode old && config instanceof ObjectNode wanted ->
                merge(types.struct(named), old, wanted);
            case MapOf map when !map.atomic() && live instanceof ObjectNode old
                    && config instanceof ObjectNode wanted -> {
                ObjectNode result = old.deepCopy();
                wanted.properties()
                        .forEach(entry -> result.set(entry.getKey(),
                                value(map.value(), old.get(entry.getKey()), entry.getValue())));
                yield result;
            }
            case ListOf list when live instanceof ArrayNode old && config instanceof ArrayNode wanted
                    && (list.set() || !list.keys().isEmpty()) ->
                list(list, old, wanted);
            case FieldType other -> config.deepCopy();
        };
    }

    /** Elements of both, in the order of the configuration; others stay before the neighbour they preceded. */
    private ArrayNode list(ListOf list, ArrayNode live, ArrayNode config) {
        Map<String, JsonNode> old = new LinkedHashMap<>();
        live.forEach(item -> old.put(step(list, item), item));
        Set<String> wanted = new HashSet<>();
        config.forEach(item -> wanted.add(step(list, item)));
        List<String> left = new ArrayList<>(old.keySet());
        ArrayNode result = Json.array();
        for (JsonNode item : config) {
            String step = step(list, item);
            if (old.containsKey(step)) {
                while (!left.isEmpty() && !wanted.contains(left.getFirst()))
                    result.add(old.get(left.removeFirst()));
                left.remove(step);
                result.add(value(list.item(), old.get(step), item));
            } else {
                result.add(item.deepCopy());
            }
        }
        left.stream().filter(step -> !wanted.contains(step)).forEach(step -> result.add(old.get(step)));
        return result;
    }

    private static String step(ListOf list, JsonNode item) {
        return list.set() ? "v:" + FieldTree.text(item) : FieldTree.key(list, item);
    }

    /** Removes the paths from the object, in place, and containers that become empty. */
    void remove(Struct struct, ObjectNode object, FieldPaths gone) {
        for (List<String> path : gone.paths())
            remove(new Named(struct.name()), struct, object, path);
    }

    private void remove(FieldType type, Struct known, JsonNode node, List<String> path) {
        String step = path.getFirst();
        List<String> rest = path.subList(1, path.size());
        if (step.startsWith("f:") && node instanceof ObjectNode object) {
            String name = step.substring(2);
            JsonNode child = object.get(name);
            if (rest.isEmpty()) {
                object.remove(name);
            } else if (child != null) {
                FieldType childType = fieldType(type, known, name);
                remove(childType, null, child, rest);
                if (child.isEmpty())
                    object.remove(name);
            }
        } else if (node instanceof ArrayNode array && type instanceof ListOf list) {
            for (int i = array.size() - 1; i >= 0; i--) {
                if (!step(list, array.get(i)).equals(step))
                    continue;
                if (rest.isEmpty())
                    array.remove(i);
                else
                    remove(list.item(), null, array.get(i), rest);
            }
        }
    }

    private FieldType fieldType(FieldType type, Struct known, String name) {
        if (known != null)
            return known.fields().getOrDefault(name, Scalar.ANY);
        return switch (type) {
            case Named named -> types.struct(named).fields().getOrDefault(name, Scalar.ANY);
            case MapOf map -> map.value();
            case FieldType other -> Scalar.ANY;
        };
    }
}
