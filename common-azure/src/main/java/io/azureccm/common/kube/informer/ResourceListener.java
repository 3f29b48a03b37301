package io.azureccm.common.kube.informer;

/**
 * Told about every change of an informer's objects, one call at a time, in order, on the informer's thread; it must not block. The
 * objects are shared with the store: they are read, never changed.
 */
public interface ResourceListener<T> {
    void added(T object);

    /** A kept field changed. */
    void updated(T before, T after);

    /** The object is gone. If its last state is unknown, {@code last} is an older one: the end was missed by the watch. */
    void deleted(T last, boolean lastStateUnknown);
}
