package io.azureccm.e2e.cluster.store;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * All objects in memory under one global revision, with a bounded history per section for watches and for lists at an
 * older revision. Stored trees are never modified: callers copy before they edit.
 */
public final class ObjectStore {
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition changed = lock.newCondition();
    private final NavigableMap<ObjectKey, ObjectNode> objects = new TreeMap<>();
    /** Per section, the changes by revision. */
    private final Map<String, NavigableMap<Long, Change>> history = new HashMap<>();
    private final int historyLimit;
    private final VersionFormat versions;
    private long revision = 1;
    private long wakeUps;
    /** Per section, the newest revision whose change has been dropped. */
    private final Map<String, Long> forgotten = new HashMap<>();

    public ObjectStore(int historyLimit, VersionFormat versions) {
        this.historyLimit = historyLimit;
        this.versions = versions;
    }

    /** Runs a read-modify-write atomically. */
    public <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    public VersionFormat versions() {
        return versions;
    }

    public long revision() {
        return locked(() -> revision);
    }

    public Optional<ObjectNode> get(ObjectKey key) {
        return locked(() -> Optional.ofNullable(objects.get(key)));
    }

    /** Stores an object under the next revision, which it also writes into the object's metadata. */
    public ObjectNode put(ObjectKey key, ObjectNode object) {
        return locked(() -> {
            revision++;
            ObjectNode stored = stamp(object);
            ObjectNode before = objects.put(key, stored);
            record(new Change(revision, before == null ? Change.Kind.ADDED : Change.Kind.MODIFIED, key, stored,
                    before));
            return stored;
        });
    }

    /** Removes an object; returns its last state with the revision of its deletion. */
    public Optional<ObjectNode> remove(ObjectKey key) {
        return locked(() -> {
            ObjectNode before = objects.remove(key);
            if (before == null)
                return Optional.empty();
            revision++;
            ObjectNode last = stamp(before.deepCopy());
            record(new Change(revision, Change.Kind.DELETED, key, last, before));
            return Optional.of(last);
        });
    }

    /** The contents of a section (one namespace, or all if it is empty) at the given revision, 0 for now. */
    public Snapshot list(String shelf, String namespace, long at) {
        return locked(() -> {
            NavigableMap<ObjectKey, ObjectNode> found = new TreeMap<>();
            ObjectKey from = new ObjectKey(shelf, namespace, "");
            for (var entry : objects.tailMap(from, true).entrySet()) {
                ObjectKey key = entry.getKey();
                if (!key.shelf().equals(shelf) || !namespace.isEmpty() && !key.namespace().equals(namespace))
                    break;
                found.put(key, entry.getValue());
            }
            if (at == 0 || at >= revision)
                return new Snapshot(revision, found);
            rollBack(shelf, namespace, at, found);
            return new Snapshot(at, found);
        });
    }

    /**
     * How often {@link #wakeAll} was called so far: read it before checking the condition that {@link #wakeAll}
     * signals.
     */
    public long wakeUps() {
        return locked(() -> wakeUps);
    }

    /**
     * Changes of a section after a revision. Waits for the first one until the time is up or {@link #wakeAll} has been
     * called more than {@code seen} times.
     */
    public Batch awaitChanges(String shelf, long after, Duration wait, long seen) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = wait.toNanos();
            List<Change> found = changesAfter(shelf, after);
            while (found.isEmpty() && left > 0 && seen == wakeUps) {
                left = changed.awaitNanos(left);
                found = changesAfter(shelf, after);
            }
            return new Batch(found, Math.max(after, revision));
        } finally {
            lock.unlock();
        }
    }

    /** Ends every wait, so that watches check whether to continue. */
    public void wakeAll() {
        locked(() -> {
            wakeUps++;
            changed.signalAll();
            return null;
        });
    }

    /** Drops the history up to now: older watches and pages get 410. */
    public void compact() {
        locked(() -> {
            revision++;
            history.values().forEach(Map::clear);
            forgotten.replaceAll((shelf, old) -> revision);
            forgotten.put("*", revision);
            changed.signalAll();
            return null;
        });
    }

    private void rollBack(String shelf, String namespace, long at, NavigableMap<ObjectKey, ObjectNode> found) {
        for (Change change : changesAfter(shelf, at).reversed()) {
            if (!namespace.isEmpty() && !change.key().namespace().equals(namespace))
                continue;
            if (change.before() == null)
                found.remove(change.key());
            else
                found.put(change.key(), change.before());
        }
    }

    private List<Change> changesAfter(String shelf, long after) {
        long oldest = Math.max(forgotten.getOrDefault(shelf, 0L), forgotten.getOrDefault("*", 0L));
        if (after < oldest)
            throw new HistoryGone(after, oldest);
        NavigableMap<Long, Change> all = history.get(shelf);
        return all == null ? List.of() : List.copyOf(all.tailMap(after, false).values());
    }

    private void record(Change change) {
        String shelf = change.key().shelf();
        NavigableMap<Long, Change> changes = history.computeIfAbsent(shelf, key -> new TreeMap<>());
        changes.put(change.revision(), change);
        if (changes.size() > historyLimit)
            forgotten.put(shelf, changes.pollFirstEntry().getKey());
        changed.signalAll();
    }

    private ObjectNode stamp(ObjectNode object) {
        object.withObject("/metadata").put("resourceVersion", versions.text(revision));
        return object;
    }

    /** All changes of a section up to a revision. */
    public record Batch(List<Change> changes, long upTo) {}

    /** A consistent list and its revision. */
    public record Snapshot(long revision, NavigableMap<ObjectKey, ObjectNode> objects) {}

    /** The requested revision is older than the history; an API responds with 410 Expired. */
    public static final class HistoryGone extends RuntimeException {
        private static final long serialVersionUID = 1;

        HistoryGone(long asked, long oldest) {
            super("too old resource version: " + asked + " (" + oldest + ")");
        }
    }
}
