package io.azureccm.e2e.cluster.store;

import java.util.Comparator;

/**
 * The key of an object: section of the store, namespace (empty for cluster-scoped ones), name. Sorted like lists of an
 * API server.
 */
public record ObjectKey(String shelf, String namespace, String name) implements Comparable<ObjectKey> {
    private static final Comparator<ObjectKey> ORDER = Comparator.comparing(ObjectKey::shelf)
            .thenComparing(ObjectKey::namespace)
            .thenComparing(ObjectKey::name);

    @Override
    public int compareTo(ObjectKey other) {
        return ORDER.compare(this, other);
    }
}
