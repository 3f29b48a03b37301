package io.azureccm.common.kube.informer;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.LinkedHashMap;
import java.util.Map;

/** All objects of a collection by key at one version, in the order of the server, and those that cannot be read. */
record Listing<T extends HasMetadata>(String version, Map<String, T> objects, Map<String, Unreadable> unreadable) {
    /**
     * An object that cannot be read: its key and uid, each "" if not even that can be read, its version and the reason. It
     * exists, so what was known of it stays.
     */
    record Unreadable(String key, String uid, String version, String reason) {}

    /** An empty one, to which pages are added. */
    Listing() {
        this("", new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    Listing<T> at(String end) {
        return new Listing<>(end, objects, unreadable);
    }

    void add(WatchSignal<T> item) {
        if (item instanceof WatchSignal.Present<T>(T object))
            objects.put(ResourceStore.key(object), object);
        if (item instanceof WatchSignal.Unread<T>(Unreadable object, boolean gone))
            unreadable.put(object.key(), object);
    }
}
