package io.azureccm.e2e.cluster.fields;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
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
import io.azureccm.e2e.cluster.schema.FieldType.Struct;

/** An object split into the paths that can have an owner, each with its value; containers have a marker instead. */
public final class FieldTree {
    private static final JsonNode CONTAINER = MissingNode.getInstance();
    /** Fields that belong to the server, never to a manager. */
    private static final Set<String> NOBODYS = Set.of("name", "namespace", "creationTimestamp", "deletionTimestamp",
            "deletionGracePeriodSeconds", "selfLink", "uid", "generation", "managedFields", "resourceVersion");

    private final Map<List<String>, JsonNode> places = new LinkedHashMap<>();
    private final boolean containers;

    private FieldTree(boolean containers) {
        this.containers = containers;
    }

    /** What an applied configuration claims: its leaves and its list elements. */
    static FieldPaths claimed(Struct struct, ObjectNode object) {
        return new FieldTree(false).root(struct, object).paths();
    }

    /** All paths of an object; null stands for an object without any. */
    static FieldTree of(Struct struct, ObjectNode object) {
        FieldTree tree = new FieldTree(true);
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
        children(struct, without(object, List.of("apiVersion", "kind", "metadata")), List.of());
        if (object.get("metadata") instanceof ObjectNode metadata)
            children(struct.field("metadata"), without(metadata, NOBODYS), List.of("f:metadata"));
        return this;
    }

    private static JsonNode without(ObjectNode object, Collection<String> names) {
        return Json.object().<ObjectNode>setAll(object).without(names);
    }

    private void children(FieldType type, JsonNode value, List<String> path) {
        value.properties()
                .forEach(field -> walk(type.field(field.getKey()), field.getValue(),
                        FieldPaths.append(path, "f:" + field.getKey())));
    }

    private void walk(FieldType type, JsonNode value, List<String> path) {
        if (type.isGranular() && value.isObject()) {
            container(path, value);
            children(type, value, path);
        } else if (type instanceof ListOf list && list.isAssociative() && value.isArray()) {
            container(path, value);
            value.forEach(item -> element(list, item, FieldPaths.append(path, step(list, item))));
        } else {
            places.put(path, value);
        }
    }

    private void element(ListOf list, JsonNode item, List<String> path) {
        places.put(path, list.set() ? item : CONTAINER);
        if (list.item() instanceof Struct struct)
            children(struct, item, path);
    }

    /** An empty container is a path of its own, even if only leaves are claimed. */
    private void container(List<String> path, JsonNode value) {
        if (containers || value.isEmpty())
            places.put(path, CONTAINER);
    }

    /** The step of a list element: its value, or its key fields in alphabetical order. */
    static String step(ListOf list, JsonNode item) {
        if (list.set())
            return "v:" + text(item);
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

    private static String text(JsonNode value) {
        return new String(Json.bytes(value), StandardCharsets.UTF_8);
    }
}
