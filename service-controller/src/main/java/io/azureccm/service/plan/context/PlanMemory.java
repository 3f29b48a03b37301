package io.azureccm.service.plan.context;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Parts of plans that later plans can have again, so that a plan costs what has changed: a part is worked out anew only when something
 * that it follows from is not equal to what it was. What it follows from has to be named in full, and neither that nor the part itself
 * may ever change. What a plan did not ask for is forgotten after the next one. For one thread.
 */
public final class PlanMemory {
    private record Part(Object[] from, Object value) {}

    private Map<Class<?>, Map<Object, Part>> before = new HashMap<>();
    private Map<Class<?>, Map<Object, Part>> now = new HashMap<>();

    /** The next plan begins. */
    public void next() {
        before = now;
        now = new HashMap<>();
    }

    /** The part of this type and key, if it follows from the same as before, else what {@code work} makes. */
    public <T> T of(Class<T> type, Object key, Supplier<T> work, Object... from) {
        Map<Object, Part> parts = now.computeIfAbsent(type, each -> new HashMap<>());
        Part part = parts.get(key);
        boolean isNew = part == null;
        if (isNew)
            part = before.getOrDefault(type, Map.of()).get(key);
        if (part != null && areSame(part.from(), from)) {
            if (isNew)
                parts.put(key, part);
            return type.cast(part.value());
        }
        T value = work.get();
        parts.put(key, new Part(from, value));
        return value;
    }

    private static boolean areSame(Object[] one, Object[] other) {
        for (int i = 0; i < one.length; i++) {
            if (one[i] != other[i] && (one[i] == null || !one[i].equals(other[i])))
                return false;
        }
        return one.length == other.length;
    }
}
