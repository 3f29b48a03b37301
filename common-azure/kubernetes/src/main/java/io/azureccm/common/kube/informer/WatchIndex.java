package io.azureccm.common.kube.informer;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * What is known of watched objects, by name, and a value that shows all of it: the same value until something changes.
 * Thread-safe.
 */
public abstract class WatchIndex<T, S> {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, T> entries = new TreeMap<>();
    private Set<String> unreadable = Set.of();
    /** Null after a change, until somebody asks. */
    private S seen;

    /** What {@link #seen} returns; called under the lock. */
    protected abstract S show(Map<String, T> all);

    public final S seen() {
        return locked(all -> {
            if (seen == null)
                seen = show(all);
            return seen;
        });
    }

    public final Optional<T> entry(String name) {
        return locked(all -> Optional.ofNullable(all.get(name)));
    }

    /** The names of the objects that the watch cannot read, "" for one without a name. */
    public final Set<String> unreadable() {
        return locked(all -> unreadable);
    }

    /** As a {@link ResourceListener} is told. */
    public void unreadable(Set<String> names) {
        changing(all -> unreadable = Set.copyOf(names));
    }

    /** Changes the entries. */
    protected final <R> R changing(Function<Map<String, T>, R> change) {
        return locked(all -> {
            changed();
            return change.apply(all);
        });
    }

    /** Something else that is shown has changed; for use under the lock. */
    protected final void changed() {
        seen = null;
    }

    protected final <R> R locked(Function<Map<String, T>, R> work) {
        lock.lock();
        try {
            return work.apply(entries);
        } finally {
            lock.unlock();
        }
    }
}
