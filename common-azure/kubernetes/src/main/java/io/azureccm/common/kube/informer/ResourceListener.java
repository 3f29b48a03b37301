package io.azureccm.common.kube.informer;

import java.util.Set;

/**
 * Receives every change of an informer's objects, one call at a time, in order, on the informer's thread; must not block. The
 * objects are shared with the store and must not be modified.
 */
public interface ResourceListener<T> {
    void added(T object);

    /** A cached field changed. */
    void updated(T before, T after);

    /** The object was deleted. If its last state is unknown, {@code last} is an older one: the watch missed the deletion. */
    void deleted(T last, boolean lastStateUnknown);

    /** The keys of the objects that exist and cannot be read: a change; "" for one of which not even the name can be read. */
    default void unreadable(Set<String> keys) {}
}
