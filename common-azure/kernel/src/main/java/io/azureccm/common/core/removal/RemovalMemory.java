package io.azureccm.common.core.removal;

import io.azureccm.common.core.shared.Copies;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a leader remembers of removals that exceeded a limit: what is held now; the hashes that users have approved; the
 * removals behind the latest hashes; which approvals are in use, and which are spent and no longer count; and when approvals
 * were last read. Immutable and pure. A new leader knows no approval and reads them as soon as something is held.
 */
public record RemovalMemory(Removals held, Set<String> named, Map<String, Removals> known,
        Set<String> used, Set<String> spent, Instant asked) {
    /** Interval of reading approvals while something is held. */
    public static final Duration PERIOD = Duration.ofSeconds(5);
    /** Number of hashes whose removals are remembered: a hash is only needed until its approval arrives. */
    private static final int MAX_KNOWN = 32;

    /** Nothing was ever held. */
    public static final RemovalMemory NONE = new RemovalMemory(Removals.NONE, Set.of(), Map.of(), Set.of(), Set.of(),
            Instant.MIN);

    /**
     * All removals of a plan; those that exceed a limit and were not approved before; {@code approved}: they are carried out
     * nevertheless.
     */
    public record Assessment(List<Removal> planned, Removals above, boolean approved) {
        public static final Assessment NONE = new Assessment(List.of(), Removals.NONE, false);

        public Assessment {
            planned = List.copyOf(planned);
        }

        public Removals held() {
            return approved ? Removals.NONE : above;
        }
    }

    public RemovalMemory {
        named = Set.copyOf(named);
        known = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(known));
        used = Set.copyOf(used);
        spent = Set.copyOf(spent);
    }

    /**
     * Decides about these removals. Removals approved as part of a larger set may be carried out piece by piece: they are not
     * counted again.
     */
    public Assessment assess(RemovalLimits limits, List<Removal> planned, Map<String, Integer> sizes) {
        return assess(limits, planned, sizes, Removals.NONE);
    }

    /** The same; planned removals in {@code atLeast} are held even if they are within the limits, unless they are approved. */
    public Assessment assess(RemovalLimits limits, List<Removal> planned, Map<String, Integer> sizes,
            Removals atLeast) {
        if (limits.isNone())
            return Assessment.NONE;
        Set<Removal> approved = new HashSet<>();
        valid().stream().filter(known::containsKey).forEach(hash -> approved.addAll(known.get(hash).all()));
        List<Removal> open = planned.stream().filter(each -> !approved.contains(each)).toList();
        Set<Removal> all = new HashSet<>(limits.above(open, sizes).all());
        open.stream().filter(atLeast::contains).forEach(all::add);
        Removals above = Removals.of(all);
        return new Assessment(planned, above, !above.isEmpty() && valid().contains(above.hash()));
    }

    /**
     * The state after a plan. An approval is spent when nothing it was given for is planned any more and nothing is in flight
     * ({@code atRest}): the same removals need another approval if they are ever planned again.
     */
    RemovalMemory after(Assessment assessment, boolean atRest) {
        if (assessment.planned().isEmpty() && known.isEmpty())
            return this;
        List<Removal> planned = assessment.planned();
        Map<String, Removals> now = new LinkedHashMap<>(known);
        if (!assessment.above().isEmpty()) {
            String hash = assessment.above().hash();
            now.remove(hash);
            now.put(hash, assessment.above());
        }
        Set<String> using = new HashSet<>(used);
        valid().stream()
                .filter(hash -> now.containsKey(hash) && planned.stream().anyMatch(now.get(hash)::contains))
                .forEach(using::add);
        Set<String> done = new HashSet<>(spent);
        if (atRest)
            using.stream()
                    .filter(hash -> planned.stream().noneMatch(now.get(hash)::contains))
                    .forEach(done::add);
        using.removeAll(done);
        now.keySet()
                .stream()
                .filter(hash -> !using.contains(hash) && !hash.equals(assessment.above().hash()))
                .limit(Math.max(0, now.size() - MAX_KNOWN))
                .toList()
                .forEach(now::remove);
        return new RemovalMemory(assessment.held(), named, now, using, done, asked);
    }

    /** The current approvals; one that was withdrawn, or was spent and removed, can be given again. */
    public RemovalMemory approved(Set<String> hashes) {
        return new RemovalMemory(held, hashes, known, Copies.retained(used, hashes), Copies.retained(spent, hashes),
                asked);
    }

    /** When approvals are to be read; empty while nothing is held. */
    public Optional<Instant> due() {
        if (held.isEmpty() && spent.isEmpty())
            return Optional.empty();
        return Optional.of(asked.equals(Instant.MIN) ? Instant.EPOCH : asked.plus(PERIOD));
    }

    public boolean isDue(Instant now) {
        return due().filter(at -> !at.isAfter(now)).isPresent();
    }

    public RemovalMemory readingAt(Instant now) {
        return new RemovalMemory(held, named, known, used, spent, now);
    }

    /** The removals whose approval is in use: approved, planned at some time since, and not spent. */
    public Set<Removal> inUse() {
        Set<Removal> all = new HashSet<>();
        used.stream().filter(known::containsKey).forEach(hash -> all.addAll(known.get(hash).all()));
        return all;
    }

    private Set<String> valid() {
        return Copies.without(named, spent);
    }
}
