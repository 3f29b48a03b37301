package io.azureccm.service.plan.context;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Caches parts of plans, so that the cost of a plan depends on what has changed: a part is recomputed only if one of its inputs is not
 * equal to the previous one. All inputs have to be specified, and neither they nor the part may ever change. Parts that a plan does not
 * request are dropped after the next one. Not thread-safe.
 */
public final class PlanMemory {
    private record Part(Object[] from, Object value) {}

    private Map<Class<?>, Map<Object, Part>> before = new HashMap<>();
    private Map<Class<?>, Map<Object, Part>> now = new HashMap<>();

    /** A plan was made, of one or several drafts: the next one starts. */
    public void next() {
        before = now;
        now = new HashMap<>();
    }

    /** The cached part of this type and key if its inputs are unchanged, else the result of {@code work}. */
    public <T> T of(Class<T> type, Object key, Supplier<T> work, Object... from) {
        Map<Object, Part> parts = now.computeIfAbsent(type, each -> new HashMap<>());
        Part part = parts.get(key);
        boolean isNew = part == null;
        if (isNew)
            part = before.getOrDefault(type, Map.of()).get(key);
        if (part != null && Arrays.equals(part.from(), from)) {
            // With the current inputs, which the next plan likely has: the same objects are not compared.
            if (isNew)
                parts.put(key, new Part(from, part.value()));
            return type.cast(part.value());
        }
        T value = work.get();
        parts.put(key, new Part(from, value));
        return value;
    }
}
