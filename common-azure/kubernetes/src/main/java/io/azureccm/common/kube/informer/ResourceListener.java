package io.azureccm.common.kube.informer;

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
}
