package io.azureccm.common.kube.informer;

import io.azureccm.common.kube.informer.Listing.Unreadable;

/** The next item of a watch. */
sealed interface WatchSignal<T> {
    /** An object was added or modified. */
    record Present<T>(T object) implements WatchSignal<T> {}

    /** An object was deleted; this is its last state. */
    record Absent<T>(T object) implements WatchSignal<T> {}

    /** An object was added or modified, or {@code gone}: deleted, and cannot be read. */
    record Unread<T>(Unreadable object, boolean gone) implements WatchSignal<T> {}

    /** Nothing that can be applied up to this version, "" if unknown: a bookmark, or an event of unknown type. */
    record Passed<T>(String version) implements WatchSignal<T> {}

    /** No event within the time waited for. */
    record Quiet<T>() implements WatchSignal<T> {}

    /** The server ended the watch normally. */
    record Ended<T>() implements WatchSignal<T> {}
}
