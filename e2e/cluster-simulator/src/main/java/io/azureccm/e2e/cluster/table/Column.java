package io.azureccm.e2e.cluster.table;

import java.util.function.Function;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/** A column of a table: its cells are strings or Integers; wide ones are shown only with {@code -o wide}. */
record Column(String name, String type, boolean wide, Function<ObjectNode, Object> cell) {
    static Column text(String name, Function<ObjectNode, Object> cell) {
        return new Column(name, "string", false, cell);
    }

    /** The text at a path. */
    static Column text(String name, String... path) {
        return text(name, object -> Json.text(object, path));
    }

    static Column number(String name, Function<ObjectNode, Object> cell) {
        return new Column(name, "integer", false, cell);
    }

    static Column wide(String name, Function<ObjectNode, Object> cell) {
        return new Column(name, "string", true, cell);
    }

    /** The text at a path, or what stands for none. */
    static Column wide(String name, String none, String... path) {
        return wide(name, object -> Json.isEmpty(object, path) ? none : Json.text(object, path));
    }
}
