package io.azureccm.common.machine.read;

import io.azureccm.common.machine.Identified;
import io.azureccm.common.machine.Lookups;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.machine.SeenMachines;
import io.azureccm.common.machine.VmSetLookup;
import io.azureccm.common.machine.VmSetQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The content of all sources at one moment, as a value, and the answers that it gives. */
record SeenLists(MachineSearch search, Map<Source<?>, Known<?>> sources) implements SeenMachines {
    static final String UNDER_WAY = "is still being read";
    private static final Duration RETRY_DELAY = Duration.ofMillis(500);
    private static final Comparator<Known<?>> TOLD_FIRST = Comparator.<Known<?>, Boolean>comparing(Known::isUnderWay)
            .thenComparing(Known::problem)
            .thenComparing(Known::notBefore);

    /** The current content of a source, null if it was never read, and why it is not more recent. */
    record Known<T extends Identified>(Listing<T> listing, String problem, Instant notBefore) {
        private static final Known<?> NOTHING = new Known<>(null, "", Instant.MIN);

        boolean isSince(Instant moment) {
            return listing != null && !listing.asOf().isBefore(moment);
        }

        boolean isUnderWay() {
            return problem.equals(UNDER_WAY);
        }

        /** Whether it is not read again yet: a moment after it was, or after a failure. */
        boolean isPaused(Instant now) {
            return now.isBefore(notBefore);
        }
    }

    /** Answers from the lists, or names the missing reads. */
    private interface Finding<A> {
        A answer() throws MoreReadsNeeded;
    }

    SeenLists {
        sources = Map.copyOf(sources);
    }

    @SuppressWarnings("unchecked")
    <T extends Identified> Known<T> known(Source<T> source) {
        // What is known of a source are listings of that source.
        return (Known<T>) sources.getOrDefault(source, Known.NOTHING);
    }

    /** The reads that have not ended, whoever needs them. */
    Set<Source<?>> underWay() {
        return sources.entrySet()
                .stream()
                .filter(each -> each.getValue().isUnderWay())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    @Override
    public Lookups<MachineLookup> lookUp(Collection<MachineQuery> queries, Instant now) {
        Map<String, Finding<MachineLookup>> findings = new HashMap<>();
        queries.forEach(each -> findings.put(each.node(), () -> new MachineFinder(this, each).answer()));
        return find(findings, unknown -> unknown, now);
    }

    @Override
    public Lookups<VmSetLookup> lookUpVmSets(Collection<VmSetQuery> queries, Instant now) {
        Map<String, Finding<VmSetLookup>> findings = new HashMap<>();
        queries.forEach(each -> findings.put(each.node(), () -> new VmSetFinder(this, each).answer()));
        return find(findings, unknown -> new VmSetLookup.Unknown(unknown.problem(), unknown.notBefore(),
                unknown.underWay()), now);
    }

    private <A> Lookups<A> find(Map<String, Finding<A>> findings, Function<MachineLookup.Unknown, A> otherwise,
            Instant now) {
        Map<String, A> lookups = new HashMap<>();
        Map<String, MoreReadsNeeded> open = new HashMap<>();
        Map<Source<?>, Instant> wanted = new HashMap<>();
        findings.forEach((node, finding) -> {
            try {
                lookups.put(node, finding.answer());
            } catch (MoreReadsNeeded more) {
                lookups.put(node, otherwise.apply(unknown(more, now)));
                open.put(node, more);
                more.wanted().forEach((source, since) -> wanted.merge(source, since, SeenLists::later));
            }
        });
        if (open.isEmpty())
            return new Lookups<>(lookups, Map.of(), List.of());
        MissingReads missing = MissingReads.of(this, wanted, now);
        Map<String, Set<String>> awaited = new HashMap<>();
        open.forEach((node, more) -> {
            Set<String> targets = missing.awaitedBy(more.wanted().keySet());
            if (targets.isEmpty())
                lookups.put(node, otherwise.apply(unknown(more, missing.notBefore(more.wanted().keySet(), now))));
            else
                awaited.put(node, targets);
        });
        return new Lookups<>(lookups, awaited, List.copyOf(missing.begin()));
    }

    /** A failure is told before a read that has not ended, whatever order the sources are in. */
    MachineLookup.Unknown unknown(MoreReadsNeeded more, Instant now) {
        Optional<Known<?>> told = more.wanted()
                .keySet()
                .stream()
                .<Known<?>>map(this::known)
                .filter(known -> !known.problem().isEmpty())
                .min(TOLD_FIRST);
        if (told.isPresent())
            return new MachineLookup.Unknown(told.get().problem(),
                    later(told.get().notBefore(), now.plus(RETRY_DELAY)), told.get().isUnderWay());
        Instant notBefore = more.wanted()
                .keySet()
                .stream()
                .map(source -> known(source).notBefore())
                .max(Instant::compareTo)
                .orElse(now);
        return new MachineLookup.Unknown("what is known of Azure is outdated and is read again", later(notBefore, now),
                true);
    }

    static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
