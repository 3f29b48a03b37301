package io.azureccm.common.observe.orphan;

import io.azureccm.common.core.Orphan;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Shows which orphans the scans of this leader have found, and reports each one once. It only contains what this process found while
 * leading.
 */
public final class OrphanRegister {
    /** The time of the last complete scan, empty before the first, and its results. */
    public record State(Optional<Instant> auditedAt, List<OrphanEntry> orphans) {
        public State {
            orphans = List.copyOf(orphans);
        }
    }

    private final OrphanPolicy policy;
    private final Consumer<List<Orphan>> listener;
    private final AtomicReference<OrphanScans> scans = new AtomicReference<>(OrphanScans.NONE);

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

    /** Shows these scans, and reports what the last one was the first to confirm. */
    public void show(OrphanScans next, List<Orphan> news) {
        scans.set(next);
        if (!news.isEmpty())
            listener.accept(news);
    }

    /** Clears the state: another instance may have led in between. */
    public void begin(Instant now) {
        scans.set(OrphanScans.begin(policy, now));
    }

    /** This instance no longer leads: its knowledge becomes outdated. */
    public void end() {
        scans.set(OrphanScans.NONE);
    }

    /** The time until the next scan; empty if there will be none. */
    public Optional<Duration> untilDue(Instant now) {
        return scans.get().due().map(due -> due.isAfter(now) ? Duration.between(now, due) : Duration.ZERO);
    }

    /** An incomplete scan changes nothing. */
    public void failed(Instant now) {
        scans.updateAndGet(before -> before.failed(policy, now));
    }

    /** Adds the results of a complete scan; returns the orphans whose grace period has expired, if deletion is enabled. */
    public List<OrphanEntry> audited(Collection<Orphan> found, Instant now) {
        OrphanScans.Audited audited = scans.get().audited(found, policy, now);
        show(audited.scans(), audited.news());
        return audited.ripe();
    }

    public State state() {
        OrphanScans shown = scans.get();
        return new State(shown.auditedAt(), shown.orphans());
    }
}
