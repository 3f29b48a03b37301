package io.azureccm.common.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Orders operations so that each comes after those in its {@code after}; ties are resolved by target id, so that equal input
 * gives an equal plan.
 */
public final class PlanOrder {
    private PlanOrder() {}

    /** Levels of operations that may run in parallel; a target in {@code after} that the plan does not write counts as done. */
    public static List<List<Operation>> levels(Collection<Operation> operations) {
        Map<ArmId, Operation> open = new TreeMap<>();
        operations.forEach(operation -> open.put(operation.target(), operation));
        List<List<Operation>> levels = new ArrayList<>();
        while (!open.isEmpty()) {
            List<Operation> level = open.values()
                    .stream()
                    .filter(operation -> operation.after().stream().noneMatch(open::containsKey))
                    .toList();
            if (level.isEmpty()) {
                throw new IllegalArgumentException("operations wait for each other: " + open.keySet());
            }
            level.forEach(operation -> open.remove(operation.target()));
            levels.add(level);
        }
        return levels;
    }

    /** The operations in execution order; duplicates of a target are kept, so that the caller can reject them. */
    public static List<Operation> sort(Collection<Operation> operations) {
        Map<ArmId, List<Operation>> byTarget = new LinkedHashMap<>();
        operations.forEach(
                operation -> byTarget.computeIfAbsent(operation.target(), id -> new ArrayList<>()).add(operation));
        return levels(operations).stream()
                .flatMap(List::stream)
                .flatMap(operation -> byTarget.get(operation.target()).stream())
                .toList();
    }
}
