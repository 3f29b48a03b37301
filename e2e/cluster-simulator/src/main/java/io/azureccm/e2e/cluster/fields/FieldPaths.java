package io.azureccm.e2e.cluster.fields;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/**
 * A set of paths in an object. A path's steps are written as in {@code fieldsV1}: {@code f:name} for a field, {@code
 * k:{...}} for a list element by its keys, {@code v:...} for one by its value.
 */
public final class FieldPaths {
    private static final String SELF = ".";
    /** Nested paths come right after their parent. */
    private final NavigableSet<List<String>> paths = new TreeSet<>(FieldPaths::compare);

    public FieldPaths() {}

    public FieldPaths(Collection<List<String>> paths) {
        this.paths.addAll(paths);
    }

    /** Reads a {@code fieldsV1} tree. */
    public static FieldPaths parse(JsonNode fieldsV1) {
        FieldPaths result = new FieldPaths();
        if (fieldsV1 != null)
            result.read(fieldsV1, List.of());
        return result;
    }

    private void read(JsonNode tree, List<String> path) {
        tree.properties().forEach(entry -> {
            if (entry.getKey().equals(SELF)) {
                paths.add(path);
                return;
            }
            List<String> below = append(path, entry.getKey());
            if (entry.getValue().isEmpty())
                paths.add(below);
            else
                read(entry.getValue(), below);
        });
    }

    /** The {@code fieldsV1} tree of the set. */
    public ObjectNode json() {
        ObjectNode root = Json.object();
        for (List<String> path : paths) {
            ObjectNode node = Json.ensure(root, path.toArray(String[]::new));
            if (hasBelow(path))
                node.putObject(SELF);
        }
        return root;
    }

    public Set<List<String>> paths() {
        return paths;
    }

    public boolean isEmpty() {
        return paths.isEmpty();
    }

    FieldPaths where(Predicate<List<String>> condition) {
        return new FieldPaths(paths.stream().filter(condition).toList());
    }

    public FieldPaths and(FieldPaths other) {
        return where(other.paths::contains);
    }

    public FieldPaths plus(FieldPaths other) {
        FieldPaths result = new FieldPaths(paths);
        result.paths.addAll(other.paths);
        return result;
    }

    public FieldPaths minus(FieldPaths other) {
        return where(path -> !other.paths.contains(path));
    }

    /** True if the set contains the path itself or a path inside it. */
    public boolean touches(List<String> path) {
        return paths.contains(path) || hasBelow(path);
    }

    private boolean hasBelow(List<String> path) {
        List<String> next = paths.higher(path);
        return next != null && next.size() > path.size() && next.subList(0, path.size()).equals(path);
    }

    private static int compare(List<String> one, List<String> other) {
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            int steps = one.get(i).compareTo(other.get(i));
            if (steps != 0)
                return steps;
        }
        return Integer.compare(one.size(), other.size());
    }

    static List<String> append(List<String> path, String step) {
        List<String> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }

    /** A path in the format of conflict messages: {@code .spec.ports[port=80,protocol="TCP"].name}. */
    public static String shown(List<String> path) {
        StringBuilder text = new StringBuilder();
        for (String step : path) {
            String rest = step.substring(2);
            if (step.startsWith("f:")) {
                text.append('.').append(rest);
            } else if (step.startsWith("k:")) {
                List<String> pairs = new ArrayList<>();
                Json.parse(rest).properties().forEach(key -> pairs.add(key.getKey() + "=" + key.getValue()));
                text.append('[').append(String.join(",", pairs)).append(']');
            } else {
                text.append("[=").append(rest).append(']');
            }
        }
        return text.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FieldPaths set && set.paths.equals(paths);
    }

    @Override
    public int hashCode() {
        return paths.hashCode();
    }
}
