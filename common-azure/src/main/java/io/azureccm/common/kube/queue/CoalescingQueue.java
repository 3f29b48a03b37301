package io.azureccm.common.kube.queue;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BinaryOperator;
import java.util.function.LongSupplier;

/**
 * Collects what is to be done per key until the key has been quiet for a while, then hands it to one worker at a time. Values
 * added to a key are merged (older first); what is added while a worker has the key is kept for the next round. Time comes
 * from a monotonic nanosecond clock. All methods may be called from any thread.
 */
public final class CoalescingQueue<K, V> implements AutoCloseable {
    private final QueueSettings settings;
    private final LongSupplier nanoTime;
    private final long origin;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PendingKeys<K, V> pending;
    /** Keys that a worker has, with the moment it took them. */
    private final Map<K, Long> inWork = new HashMap<>();
    private final Map<K, Integer> failures = new HashMap<>();
    private long handedOut;
    private long retried;
    private boolean closed;
    private long knocked = PendingKey.NEVER;
    private volatile QueueListener listener = QueueListener.NONE;
    private boolean shut;

    public CoalescingQueue(QueueSettings settings, BinaryOperator<V> merge, LongSupplier nanoTime) {
        this.settings = settings;
        this.pending = new PendingKeys<>(merge);
        this.nanoTime = nanoTime;
        this.origin = nanoTime.getAsLong();
    }

    public CoalescingQueue(QueueSettings settings, BinaryOperator<V> merge) {
        this(settings, merge, System::nanoTime);
    }

    /** Tells this listener, and no other, from now on. */
    public void listen(QueueListener who) {
        listener = who;
    }

    /**
     * Asks the worker for a sign of life, which it gives when it takes work or waits for some, and returns for how long a worker
     * has not given the one it was asked for: zero when it waits, or works and was not asked before.
     */
    public Duration knock() {
        lock.lock();
        try {
            long now = now();
            if (knocked == PendingKey.NEVER) {
                knocked = now;
                changed.signalAll();
            }
            return Duration.ofNanos(now - knocked);
        } finally {
            lock.unlock();
        }
    }

    /** Something is to be done for the key, once it has been quiet for the idle window or has waited the maximum age. */
    public void add(K key, V value, Priority priority) {
        locked(() -> {
            long now = now();
            put(key, value, priority, now, false).ifPresent(entry -> pending.replace(key, entry.added(now, settings)));
        });
    }

    /** Something is to be done for the key after the delay, or earlier if an {@link #add} makes it due. */
    public void addAfter(K key, V value, Priority priority, Duration delay) {
        locked(() -> {
            long now = now();
            put(key, value, priority, now, false)
                    .ifPresent(entry -> pending.replace(key, entry.at(PendingKey.plus(now, delay))));
        });
    }

    /** The work failed: the key comes again after its back-off, which is returned and doubles with each call. */
    public Duration retry(K key, V value, Priority priority) {
        lock.lock();
        try {
            Duration delay = settings.retries().delay(failures.merge(key, 1, Integer::sum));
            retried++;
            long now = now();
            put(key, value, priority, now, true)
                    .ifPresent(entry -> pending.replace(key, entry.at(PendingKey.plus(now, delay))));
            changed.signalAll();
            return delay;
        } finally {
            lock.unlock();
        }
    }

    /** The key works again: its next failure waits the shortest back-off. */
    public void forget(K key) {
        locked(() -> failures.remove(key));
    }

    /** The next due key that no worker has, or empty if there is none now. */
    public Optional<Work<K, V>> poll() {
        lock.lock();
        try {
            return next(now());
        } finally {
            lock.unlock();
        }
    }

    /** All due keys that no worker has, the most urgent first; at most {@code limit}. */
    public List<Work<K, V>> pollAll(int limit) {
        lock.lock();
        try {
            long now = now();
            List<K> due = pending.due(now, closed, inWork.keySet()).limit(limit).toList();
            return due.stream().map(key -> handOut(key, now)).toList();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the next due key; empty once the queue is closed and everything was handed out. */
    public Optional<Work<K, V>> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                knocked = PendingKey.NEVER;
                long now = now();
                Optional<Work<K, V>> work = next(now);
                if (work.isPresent() || (closed && pending.isEmpty()))
                    return work;
                long due = pending.nextDue(inWork.keySet());
                if (due == PendingKey.NEVER) {
                    changed.await();
                } else {
                    changed.awaitNanos(due - now);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** The worker has ended with the key; what was added meanwhile may be handed out. */
    public void done(K key) {
        locked(() -> {
            Long since = inWork.remove(key);
            if (since == null) {
                throw new IllegalStateException("no worker has " + key);
            }
            listener.ended(Duration.ofNanos(now() - since));
        });
    }

    /** The time until the next key that no worker has is due: zero if one is due now, empty if none waits. */
    Optional<Duration> untilNextDue() {
        lock.lock();
        try {
            long due = pending.nextDue(inWork.keySet());
            return due == PendingKey.NEVER
                    ? Optional.empty()
                    : Optional.of(Duration.ofNanos(Math.max(0, due - now())));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Refuses new keys. Keys with an open window become due at once; keys that only wait for a retry or a timer are dropped,
     * since the next start finds them again.
     */
    @Override
    public void close() {
        locked(() -> {
            closed = true;
            pending.drop(entry -> !entry.hasWindow());
        });
    }

    /**
     * Drops what waits, keys in work excepted, and takes nothing in until {@link #open}: for an instance that does not lead. Whoever
     * comes to lead looks at everything first.
     */
    public void shut() {
        locked(() -> {
            shut = true;
            pending.drop(entry -> true);
            failures.clear();
        });
    }

    /** Takes in again what is to be done. */
    public void open() {
        locked(() -> shut = false);
    }

    public QueueStats stats() {
        lock.lock();
        try {
            long now = now();
            return new QueueStats(pending.size(), work(now), Duration.ofNanos(pending.oldest(now)), pending.added(),
                    pending.merged(), handedOut, retried, pending.dropped());
        } finally {
            lock.unlock();
        }
    }

    private QueueStats.InWork work(long now) {
        long longest = inWork.values().stream().mapToLong(since -> now - since).max().orElse(0);
        long all = inWork.values().stream().mapToLong(since -> now - since).sum();
        return new QueueStats.InWork(inWork.size(), Duration.ofNanos(longest), Duration.ofNanos(all));
    }

    private Optional<PendingKey<V>> put(K key, V value, Priority priority, long now, boolean older) {
        return shut ? Optional.empty() : pending.put(key, value, priority, now, older, closed);
    }

    private Optional<Work<K, V>> next(long now) {
        return pending.next(now, closed, inWork.keySet()).map(key -> handOut(key, now));
    }

    private Work<K, V> handOut(K key, long now) {
        PendingKey<V> entry = pending.remove(key);
        inWork.put(key, now);
        handedOut++;
        Duration waited = Duration.ofNanos(now - entry.since());
        listener.handedOut(waited);
        return new Work<>(key, entry.value(), entry.priority(), failures.getOrDefault(key, 0), waited);
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private long now() {
        return nanoTime.getAsLong() - origin;
    }
}
