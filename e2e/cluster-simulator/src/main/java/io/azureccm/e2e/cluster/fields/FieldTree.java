package io.azureccm.e2e.cluster.fields;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.FieldType;
import io.azureccm.e2e.cluster.schema.FieldType.ListOf;
import io.azureccm.e2e.cluster.schema.FieldType.MapOf;
import io.azureccm.e2e.cluster.schema.FieldType.Named;
import io.azureccm.e2e.cluster.schema.FieldType.Scalar;
import io.azureccm.e2e.cluster.schema.FieldType.Struct;
import io.azureccm.e2e.cluster.schema.TypeCatalog;

/** An object split into the paths that can have an owner, each with its value; containers have a marker instead. */
public final class FieldTree {
    private static final JsonNode CONTAINER = MissingNode.getInstance();
    /** Fields that belong to the server, never to a manager. */
    private static final Set<String> NOBODYS = Set.of("name", "namespace", "creationTimestamp", "deletionTimestamp",
            "deletionGracePeriodSeconds", "selfLink", "uid", "generation", "managedFields", "resourceVersion");

    private final TypeCatalog types;
    private final Map<List<String>, JsonNode> places = new LinkedHashMap<>();
    private final boolean containers;

    private FieldTree(TypeCatalog types, boolean containers) {
        this.types = types;
        this.containers = containers;
    }

    /** What an applied configuration claims: its leaves and its list elements. */
    static FieldPaths claimed(TypeCatalog types, Struct struct, ObjectNode object) {
        return new FieldPaths(new FieldTree(types, false).root(struct, object).places.keySet());
    }

    /** All paths of an object; null stands for an object without any. */
    static FieldTree of(TypeCatalog types, Struct struct, ObjectNode object) {
        FieldTree tree = new FieldTree(types, true);
        return object == null ? tree : tree.root(struct, object);
    }

    /** Paths that the other tree lacks, and leaves whose values differ. */
    FieldPaths changedFrom(FieldTree old) {
        FieldPaths changed = new FieldPaths();
        places.forEach((path, value) -> {
            if (!Objects.equals(value, old.places.get(path)))
                changed.paths().add(path);
        });
        return changed;
    }

    FieldPaths paths() {
        return new FieldPaths(places.keySet());
    }

    private FieldTree root(Struct struct, ObjectNode object) {
        object.properties().forEach(field -> {
            String name = field.getKey();
            List<String> path = List.of("f:" + name);
            if (name.equals("metadata")) {
                Struct meta = types.struct(new Named("ObjectMeta"));
                field.getValue().properties().forEach(inner -> {
                    if (!NOBODYS.contains(inner.getKey()))
                        walk(meta.fields().getOrDefault(inner.getKey(), Scalar.ANY), inner.getValue(),
                                FieldPaths.append(path, "f:" + inner.getKey()));
                });
            } else if (!name.equals("apiVersion") && !name.equals("kind")) {
                walk(struct.fields().getOrDefault(name, Scalar.ANY), field.getValue(), path);
            }
        });
        return this;
    }

    private void walk(FieldType type, JsonNode value, List<String> path) {
        switch (type) {
            case Named named when value.isObject() -> children(types.struct(named)::fields, Scalar.ANY, value, path);
            case MapOf map when value.isObject() && !map.atomic() -> children(Map::of, map.value(), value, path);
            case ListOf list when value.isArray() && list.set() -> {
                container(path, value);
                value.forEach(item -> places.put(FieldPaths.append(path, "v:" + text(item)), item));
            }
            case ListOf list when value.isArray() && !list.keys().isEmpty() -> {
                container(path, value);
                value.forEach(item -> element(list, item, path));
            }
            case FieldType leaf -> places.put(path, value);
        }
    }

    private void element(ListOf list, JsonNode item, List<String> path) {
        List<String> below = FieldPaths.append(path, key(list, item));
        places.put(below, CONTAINER);
        if (list.item() instanceof Named named && item.isObject()) {
            Struct struct = types.struct(named);
            item.properties()
                    .forEach(field -> walk(struct.fields().getOrDefault(field.getKey(), Scalar.ANY), field.getValue(),
                            FieldPaths.append(below, "f:" + field.getKey())));
        }
    }

    private void children(java.util.function.Supplier<Map<String, FieldType>> known, FieldType others, JsonNode value,
            List<String> path) {
        container(path, value);
        value.properties()
                .forEach(field -> walk(known.get().getOrDefault(field.getKey(), others), field.getValue(),
                        FieldPaths.append(path, "f:" + field.getKey())));
    }

    /** An empty container is a path of its own, even if only leaves are claimed. */
    private void container(List<String> path, JsonNode value) {
        if (containers || value.isEmpty())
            places.put(path, CONTAINER);
    }

    /** The step of a list element: its key fields in alphabetical order. */
    static String key(ListOf list, JsonNode item) {
        Map<String, JsonNode> keys = new TreeMap<>();
        for (String key : list.keys()) {
            JsonNode value = item.get(key);
            // The only key with a default among the served types; a manifest without it means the same element.
            if (value == null && key.equals("protocol"))
                value = TextNode.valueOf("TCP");
            if (value != null)
                keys.put(key, value);
        }
        ObjectNode object = Json.object();
        keys.forEach(object::set);
        return "k:" + text(object);
    }

    static String text(JsonNode value) {
        return new String(Json.bytes(value), StandardCharsets.UTF_8);
    }
}
