package io.azureccm.common.kube.informer;

/** What comes next on a watch. */
sealed interface WatchSignal<T> {
    /** An object was added or modified. */
    record Present<T>(T object) implements WatchSignal<T> {}

    /** An object was deleted; this is its last state. */
    record Absent<T>(T object) implements WatchSignal<T> {}

    /** Nothing changed up to this version. */
    record Bookmark<T>(String version) implements WatchSignal<T> {}

    /** Something that cannot be used came; the version is "" when it has none. */
    record Unusable<T>(String version) implements WatchSignal<T> {}

    /** Nothing came in the time waited for. */
    record Quiet<T>() implements WatchSignal<T> {}

    /** The server ended the watch in good order. */
    record Ended<T>() implements WatchSignal<T> {}
}
