package io.azureccm.e2e.cluster.store;

import java.util.Comparator;

/** Where an object lies: shelf, namespace (empty for cluster-wide ones), name. Sorted as an API server lists. */
public record ObjectKey(String shelf, String namespace, String name) implements Comparable<ObjectKey> {
    private static final Comparator<ObjectKey> ORDER = Comparator.comparing(ObjectKey::shelf)
            .thenComparing(ObjectKey::namespace)
            .thenComparing(ObjectKey::name);

    @Override
    public int compareTo(ObjectKey other) {
        return ORDER.compare(this, other);
    }
}
