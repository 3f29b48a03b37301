package io.azureccm.common.core.shared;

import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What is made of objects, each only once while the same object is shown, and all of it together, which stays the same while they do. What it
 * remembers saves time and changes no result. Not thread-safe.
 */
public final class KeptValues<S, T, L> {
    private final Function<S, T> each;
    private final Function<List<T>, L> together;
    private Map<S, T> known = new IdentityHashMap<>();
    private List<T> values = List.of();
    private L all;

    public KeptValues(Function<S, T> each, Function<List<T>, L> together) {
        this.each = each;
        this.together = together;
    }

    public L of(Collection<S> shown) {
        Map<S, T> next = new IdentityHashMap<>();
        List<T> now = new ArrayList<>(shown.size());
        boolean same = all != null && shown.size() == values.size();
        for (S object : shown) {
            T before = known.get(object);
            T value = before == null ? each.apply(object) : before;
            same = same && values.get(now.size()) == value;
            next.put(object, value);
            now.add(value);
        }
        if (!same) {
            known = next;
            values = now;
            all = together.apply(now);
        }
        return all;
    }
}
