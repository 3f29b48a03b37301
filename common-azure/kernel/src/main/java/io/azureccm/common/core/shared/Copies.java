package io.azureccm.common.core.shared;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/** Immutable copies of collections that differ in some entries: values that never change are replaced by them. */
public final class Copies {
    private Copies() {}

    public static <K, V> Map<K, V> with(Map<K, V> all, K key, V value) {
        return with(all, Map.of(key, value));
    }

    /** What {@code more} has replaces what was there. */
    public static <K, V> Map<K, V> with(Map<K, V> all, Map<K, V> more) {
        Map<K, V> next = new HashMap<>(all);
        next.putAll(more);
        return Map.copyOf(next);
    }

    public static <K, V> Map<K, V> without(Map<K, V> all, Collection<K> keys) {
        Map<K, V> rest = new HashMap<>(all);
        keys.forEach(rest::remove);
        return Map.copyOf(rest);
    }

    /** The entries with these keys. */
    public static <K, V> Map<K, V> retained(Map<K, V> all, Collection<K> keys) {
        Map<K, V> some = new HashMap<>(all);
        some.keySet().retainAll(keys);
        return Map.copyOf(some);
    }

    /** The entries of which this is true. */
    public static <K, V> Map<K, V> retained(Map<K, V> all, BiPredicate<K, V> which) {
        Map<K, V> some = new HashMap<>(all);
        some.entrySet().removeIf(each -> !which.test(each.getKey(), each.getValue()));
        return Map.copyOf(some);
    }

    public static <T> Set<T> with(Set<T> all, Collection<? extends T> more) {
        Set<T> next = new HashSet<>(all);
        next.addAll(more);
        return Set.copyOf(next);
    }

    public static <T> Set<T> without(Set<T> all, Collection<? extends T> some) {
        Set<T> rest = new HashSet<>(all);
        some.forEach(rest::remove);
        return Set.copyOf(rest);
    }

    public static <T> Set<T> retained(Set<T> all, Collection<? extends T> some) {
        Set<T> rest = new HashSet<>(all);
        rest.retainAll(some);
        return Set.copyOf(rest);
    }
}
