package io.azureccm.common.kube.informer;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What is known of watched objects, by name, and a value that shows all of it: the same value until something changes.
 * Thread-safe.
 */
public abstract class WatchIndex<T, S> {
    private final Map<String, T> entries = new TreeMap<>();
    private Set<String> unreadable = Set.of();
    /** Null after a change, until somebody asks. */
    private S seen;

    /** What {@link #seen} returns; called under the lock. */
    protected abstract S show(Map<String, T> all);

    public final synchronized S seen() {
        if (seen == null)
            seen = show(entries);
        return seen;
    }

    public final synchronized Optional<T> entry(String name) {
        return Optional.ofNullable(entries.get(name));
    }

    /** The names of the objects that the watch cannot read, "" for one without a name. */
    public final synchronized Set<String> unreadable() {
        return unreadable;
    }

    /** As a {@link ResourceListener} is told. */
    public void unreadable(Set<String> names) {
        changing(all -> unreadable = Set.copyOf(names));
    }

    /** Changes the entries. */
    protected final synchronized <R> R changing(Function<Map<String, T>, R> change) {
        changed();
        return change.apply(entries);
    }

    /** Something else that is shown has changed; for use under the lock. */
    protected final void changed() {
        seen = null;
    }

    protected final synchronized <R> R locked(Function<Map<String, T>, R> work) {
        return work.apply(entries);
    }
}
