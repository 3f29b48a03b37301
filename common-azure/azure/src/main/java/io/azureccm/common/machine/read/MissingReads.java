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

/** Of the wanted sources, those to read now, those being read, and those in a pause after a failure. */
record MissingReads(List<SourceRead> begin, Set<Source<?>> underWay, Set<Source<?>> paused) {
    static MissingReads of(SeenLists lists, Map<Source<?>, Instant> wanted, Instant now) {
        Set<Source<?>> underWay = new HashSet<>();
        Set<Source<?>> paused = new HashSet<>();
        SingleReads singles = new SingleReads(lists);
        Map<Source<?>, Instant> idle = new HashMap<>();
        wanted.forEach((source, since) -> {
            if (isUnderWay(lists, source)) {
                underWay.add(source);
            } else {
                idle.put(source, since);
                if (singles.isPaused(source, now))
                    paused.add(source);
            }
        });
        List<SourceRead> begin = new ArrayList<>();
        singles.bounded(idle, now).forEach((source, since) -> {
            SeenLists.Known<?> known = lists.known(source);
            if (isUnderWay(lists, source)) {
                underWay.add(source);
            } else if (!known.isSince(since) && !now.isBefore(known.notBefore())) {
                begin.add(new SourceRead(source, since));
            }
        });
        begin.sort(Comparator.comparing(SourceRead::target).thenComparing(SourceRead::key));
        return new MissingReads(begin, underWay, paused);
    }

    /** The reads that a query for these sources waits for. */
    Set<String> awaitedBy(Set<Source<?>> wanted) {
        Set<Source<?>> reads = new HashSet<>(underWay);
        begin.forEach(read -> reads.add(read.source()));
        Set<String> crowded = new TreeSet<>();
        wanted.stream()
                .filter(source -> source.isSingle() && !reads.contains(source) && !paused.contains(source))
                .forEach(source -> crowded.add(source.id().subscription()));
        Set<String> targets = new TreeSet<>();
        reads.stream()
                .filter(read -> wanted.contains(read) || isOfSingle(read, crowded))
                .forEach(read -> targets.add(read.id().shortName()));
        return targets;
    }

    /**
     * The states of all machines of a subscription are read instead of many single ones; single ones are read a few at a
     * time. A machine that is not read itself waits for these.
     */
    private static boolean isOfSingle(Source<?> read, Set<String> subscriptions) {
        return (read.kind() == Source.Kind.VIEWS || read.isSingle())
                && subscriptions.contains(read.id().subscription());
    }

    static boolean isUnderWay(SeenLists lists, Source<?> source) {
        return lists.known(source).isUnderWay();
    }
}
