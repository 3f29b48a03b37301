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

/**
 * What the scans of one leader have found and since when, the time of the last complete scan, and when the next one is due, empty for never.
 * Starts over with each leader, and so does the grace period.
 */
public record OrphanScans(Map<ArmId, OrphanEntry> entries, Optional<Instant> auditedAt, Optional<Instant> due) {
    /** No scans are made. */
    public static final OrphanScans NONE = new OrphanScans(Map.of(), Optional.empty(), Optional.empty());

    /** A leader's first scan takes place after at most this time: existing orphans should be reported soon. */
    private static final Duration FIRST = Duration.ofMinutes(1);
    /** Nothing is deleted that only a single scan has found. */
    private static final int CONFIRMED = 2;

    /** A complete scan: orphans whose grace period has expired, if deletion is enabled, and those that it has confirmed first. */
    public record Audited(OrphanScans scans, List<OrphanEntry> ripe, List<Orphan> news) {
        public Audited {
            ripe = List.copyOf(ripe);
            news = List.copyOf(news);
        }
    }

    public OrphanScans {
        entries = Map.copyOf(entries);
    }

    /** A leader begins. */
    public static OrphanScans begin(OrphanPolicy policy, Instant now) {
        Duration first = policy.interval().compareTo(FIRST) < 0 ? policy.interval() : FIRST;
        return new OrphanScans(Map.of(), Optional.empty(), policy.interval().isZero()
                ? Optional.empty()
                : Optional.of(now.plus(first)));
    }

    public boolean isDue(Instant now) {
        return due.filter(at -> !at.isAfter(now)).isPresent();
    }

    /** An incomplete scan changes nothing. */
    public OrphanScans failed(OrphanPolicy policy, Instant now) {
        return new OrphanScans(entries, auditedAt, next(policy, now));
    }

    /** Adds the results of a complete scan. */
    public Audited audited(Collection<Orphan> found, OrphanPolicy policy, Instant now) {
        List<Orphan> news = new ArrayList<>();
        Map<ArmId, OrphanEntry> next = new TreeMap<>();
        for (Orphan orphan : found) {
            OrphanEntry before = entries.get(orphan.id());
            OrphanEntry entry = before == null ? new OrphanEntry(orphan, now, 1) : before.seenAgain(orphan);
            next.put(orphan.id(), entry);
            if (entry.isOrphaned() && (before == null || !before.isOrphaned()))
                news.add(orphan);
        }
        return new Audited(new OrphanScans(next, Optional.of(now), next(policy, now)),
                next.values().stream().filter(entry -> isRipe(entry, policy, now)).toList(), news);
    }

    /** What counts as orphaned, in the order of the ids. */
    public List<OrphanEntry> orphans() {
        return entries.values()
                .stream()
                .filter(OrphanEntry::isOrphaned)
                .sorted(Comparator.comparing(entry -> entry.orphan().id()))
                .toList();
    }

    private Optional<Instant> next(OrphanPolicy policy, Instant now) {
        return due.map(before -> now.plus(policy.interval()));
    }

    private static boolean isRipe(OrphanEntry entry, OrphanPolicy policy, Instant now) {
        return policy.delete() && entry.isOrphaned() && entry.orphan().kind().isDeletable()
                && entry.audits() >= CONFIRMED && !entry.since().plus(policy.grace()).isAfter(now);
    }
}
