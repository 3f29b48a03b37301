package io.azureccm.common.machine.read;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Of the wanted sources, those to read now, those in a pause after a failure, and those that were read a moment ago, with when they may be
 * read again; and all that are being read.
 */
record MissingReads(List<SourceRead> begin, Set<Source<?>> underWay, Set<Source<?>> paused,
        Map<Source<?>, Instant> delayed) {
    static MissingReads of(SeenLists lists, Map<Source<?>, Instant> wanted, Instant now) {
        Set<Source<?>> underWay = lists.underWay();
        Map<Source<?>, Instant> idle = new HashMap<>(wanted);
        idle.keySet().removeAll(underWay);
        Set<Source<?>> paused = new HashSet<>(idle.keySet());
        paused.removeIf(source -> !lists.known(source).isPaused(now));
        List<SourceRead> begin = new ArrayList<>();
        Map<Source<?>, Instant> delayed = new HashMap<>();
        new SingleReads(lists).bounded(idle, now).forEach((source, since) -> {
            SeenLists.Known<?> known = lists.known(source);
            if (underWay.contains(source) || known.isSince(since))
                return;
            if (known.isPaused(now))
                delayed.put(source, known.notBefore());
            else
                begin.add(new SourceRead(source, since));
        });
        begin.sort(Comparator.comparing(SourceRead::target).thenComparing(SourceRead::key));
        return new MissingReads(begin, underWay, paused, delayed);
    }

    /** The reads that a query for these sources waits for. */
    Set<String> awaitedBy(Set<Source<?>> wanted) {
        Set<Source<?>> reads = reads();
        Set<String> crowded = crowded(wanted);
        Set<String> targets = new TreeSet<>();
        reads.stream()
                .filter(read -> wanted.contains(read) || isOfSingle(read, crowded))
                .forEach(read -> targets.add(read.id().shortName()));
        return targets;
    }

    /** When a query for these sources that waits for no read may be answered: no earlier than that the list which it needs is read again. */
    Instant notBefore(Set<Source<?>> wanted, Instant now) {
        Set<String> crowded = crowded(wanted);
        return delayed.entrySet()
                .stream()
                .filter(each -> isOfSingle(each.getKey(), crowded))
                .map(Map.Entry::getValue)
                .reduce(now, SeenLists::later);
    }

    private Set<Source<?>> reads() {
        Set<Source<?>> reads = new HashSet<>(underWay);
        begin.forEach(read -> reads.add(read.source()));
        return reads;
    }

    /** The subscriptions of single machines that are neither read themselves nor in a pause. */
    private Set<String> crowded(Set<Source<?>> wanted) {
        Set<Source<?>> reads = reads();
        Set<String> crowded = new TreeSet<>();
        wanted.stream()
                .filter(source -> source.isSingle() && !reads.contains(source) && !paused.contains(source))
                .forEach(source -> crowded.add(source.id().subscription()));
        return crowded;
    }

    /**
     * The states of all machines of a subscription are read instead of many single ones; single ones are read a few at a
     * time. A machine that is not read itself waits for these.
     */
    private static boolean isOfSingle(Source<?> read, Set<String> subscriptions) {
        return (read.kind() == Source.Kind.VIEWS || read.isSingle())
                && subscriptions.contains(read.id().subscription());
    }
}
