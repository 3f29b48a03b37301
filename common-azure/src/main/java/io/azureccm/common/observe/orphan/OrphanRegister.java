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
 * Remembers which orphans the looks of this leader have shown, and since when; tells of each one once. It knows only what this
 * process saw while it led: a new leader begins anew, and so does the time after which anything is deleted.
 */
public final class OrphanRegister {
    /** A leader's first look comes after so long at the latest: what lies about since before should be told soon. */
    private static final Duration FIRST = Duration.ofMinutes(1);
    /** Nothing is deleted that a single look has shown. */
    private static final int CONFIRMED = 2;
    private static final Comparator<OrphanEntry> BY_ID = Comparator.comparing(entry -> entry.orphan().id());

    /** When the last complete look was, empty before the first, and what it left known. */
    public record State(Optional<Instant> lookedAt, List<OrphanEntry> orphans) {
        public State {
            orphans = List.copyOf(orphans);
        }
    }

    private final OrphanPolicy policy;
    private final Consumer<List<Orphan>> ear;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<ArmId, OrphanEntry> entries = new TreeMap<>();
    private Instant lookedAt;
    private Instant due;

    /** {@code ear} hears of each orphan once, after the look that made it one. */
    public OrphanRegister(OrphanPolicy policy, Consumer<List<Orphan>> ear) {
        this.policy = policy;
        this.ear = ear;
    }

    /** One that never asks anybody to look. */
    public static OrphanRegister off() {
        return new OrphanRegister(OrphanPolicy.OFF, orphans -> {});
    }

    public OrphanPolicy policy() {
        return policy;
    }

    public boolean isOff() {
        return policy.interval().isZero();
    }

    /** Forgets everything: somebody else may have led since. */
    public void begin(Instant now) {
        locked(() -> {
            entries.clear();
            lookedAt = null;
            due = now.plus(policy.interval().compareTo(FIRST) < 0 ? policy.interval() : FIRST);
            return null;
        });
    }

    /** This instance does not lead any more: what it knows soon does not hold. */
    public void end() {
        locked(() -> {
            entries.clear();
            lookedAt = null;
            due = null;
            return null;
        });
    }

    /** The time until the next look; empty when there is to be none. */
    public Optional<Duration> untilDue(Instant now) {
        return locked(() -> isOff() || due == null
                ? Optional.empty()
                : Optional.of(due.isAfter(now) ? Duration.between(now, due) : Duration.ZERO));
    }

    /** A look that could not be completed says nothing: what is known stays known. */
    public void failed(Instant now) {
        locked(() -> due = now.plus(policy.interval()));
    }

    /** Takes in what a complete look has found; returns what has been known long enough to be deleted, when that is asked for. */
    public List<OrphanEntry> looked(Collection<Orphan> found, Instant now) {
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
            lookedAt = now;
            due = now.plus(policy.interval());
            return next.values().stream().filter(entry -> isRipe(entry, now)).toList();
        });
        if (!news.isEmpty())
            ear.accept(List.copyOf(news));
        return ripe;
    }

    public State state() {
        return locked(() -> new State(Optional.ofNullable(lookedAt),
                entries.values().stream().filter(OrphanEntry::isOrphaned).sorted(BY_ID).toList()));
    }

    private boolean isRipe(OrphanEntry entry, Instant now) {
        return policy.delete() && entry.isOrphaned() && entry.orphan().kind().isDeletable()
                && entry.looks() >= CONFIRMED && !entry.since().plus(policy.grace()).isAfter(now);
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
