package io.azureccm.e2e.cluster.table;

import java.time.Instant;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A column of a table: its cells are strings or Integers; wide ones are shown only with {@code -o wide}. */
record Column(String name, String type, boolean wide, Cell cell) {

    /** The value of a cell at a given time (ages depend on it). */
    @FunctionalInterface
    interface Cell {
        Object of(ObjectNode object, Instant now);
    }

    static Column text(String name, Cell cell) {
        return new Column(name, "string", false, cell);
    }

    static Column number(String name, Cell cell) {
        return new Column(name, "integer", false, cell);
    }

    static Column wide(String name, Cell cell) {
        return new Column(name, "string", true, cell);
    }
}
