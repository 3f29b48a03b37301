package io.azureccm.common.observe.orphan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Orphan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Records which orphans the scans of this leader have found, and since when; reports each one once. It only contains what
 * this process found while leading: a new leader starts over, and so does the grace period.
 */
public final class OrphanRegister {
    /** A leader's first scan takes place after at most this time: existing orphans should be reported soon. */
    private static final Duration FIRST = Duration.ofMinutes(1);
    /** Nothing is deleted that only a single scan has found. */
    private static final int CONFIRMED = 2;
    private static final Comparator<OrphanEntry> BY_ID = Comparator.comparing(entry -> entry.orphan().id());

    /** The time of the last complete scan, empty before the first, and its results. */
    public record State(Optional<Instant> auditedAt, List<OrphanEntry> orphans) {
        public State {
            orphans = List.copyOf(orphans);
        }
    }

    private final OrphanPolicy policy;
    private final Consumer<List<Orphan>> listener;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<ArmId, OrphanEntry> entries = new TreeMap<>();
    private Instant auditedAt;
    private Instant due;

    /** {@code listener} receives each orphan once, after the scan that confirmed it. */
    public OrphanRegister(OrphanPolicy policy, Consumer<List<Orphan>> listener) {
        this.policy = policy;
        this.listener = listener;
    }

    /** A register that never requests a scan. */
    public static OrphanRegister off() {
        return new OrphanRegister(OrphanPolicy.OFF, orphans -> {});
    }

    public OrphanPolicy policy() {
        return policy;
    }

    public boolean isOff() {
        return policy.interval().isZero();
    }

    /** Clears the state: another instance may have led in between. */
    public void begin(Instant now) {
        locked(() -> {
            entries.clear();
            auditedAt = null;
            due = now.plus(policy.interval().compareTo(FIRST) < 0 ? policy.interval() : FIRST);
            return null;
        });
    }

    /** This instance no longer leads: its knowledge becomes outdated. */
    public void end() {
        locked(() -> {
            entries.clear();
            auditedAt = null;
            due = null;
            return null;
        });
    }

    /** The time until the next scan; empty if there will be none. */
    public Optional<Duration> untilDue(Instant now) {
        return locked(() -> isOff() || due == null
                ? Optional.empty()
                : Optional.of(due.isAfter(now) ? Duration.between(now, due) : Duration.ZERO));
    }

    /** An incomplete scan changes nothing. */
    public void failed(Instant now) {
        locked(() -> due = now.plus(policy.interval()));
    }

    /** Adds the results of a complete scan; returns the orphans whose grace period has expired, if deletion is enabled. */
    public List<OrphanEntry> audited(Collection<Orphan> found, Instant now) {
        List<Orphan> news = new ArrayList<>();
        List<OrphanEntry> ripe = locked(() -> {
            Map<ArmId, OrphanEntry> next = new TreeMap<>();
            for (Orphan orphan : found) {
                OrphanEntry before = entries.get(orphan.id());
                OrphanEntry entry = before == null ? new OrphanEntry(orphan, now, 1) : before.seenAgain(orphan);
                next.put(orphan.id(), entry);
                if (entry.isOrphaned() && (before == null || !before.isOrphaned()))
                    news.add(orphan);
            }
            entries.clear();
            entries.putAll(next);
            auditedAt = now;
            due = now.plus(policy.interval());
            return next.values().stream().filter(entry -> isRipe(entry, now)).toList();
        });
        if (!news.isEmpty())
            listener.accept(List.copyOf(news));
        return ripe;
    }

    public State state() {
        return locked(() -> new State(Optional.ofNullable(auditedAt),
                entries.values().stream().filter(OrphanEntry::isOrphaned).sorted(BY_ID).toList()));
    }

    private boolean isRipe(OrphanEntry entry, Instant now) {
        return policy.delete() && entry.isOrphaned() && entry.orphan().kind().isDeletable()
                && entry.audits() >= CONFIRMED && !entry.since().plus(policy.grace()).isAfter(now);
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
