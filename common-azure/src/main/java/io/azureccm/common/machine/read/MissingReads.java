package io.azureccm.common.machine.read;

import io.azureccm.common.machine.read.Source.View;
import io.azureccm.common.machine.read.Source.Views;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Of the wanted sources, those to read now, and those being read. Sources in a pause are neither. */
record MissingReads(List<SourceRead> begin, Set<Source<?>> underWay) {
    static MissingReads of(MachineListCache lists, Map<Source<?>, Instant> wanted, Instant now) {
        Set<Source<?>> underWay = new HashSet<>();
        Map<Source<?>, Instant> idle = new HashMap<>();
        wanted.forEach((source, since) -> {
            if (isUnderWay(lists, source)) {
                underWay.add(source);
            } else {
                idle.put(source, since);
            }
        });
        List<SourceRead> begin = new ArrayList<>();
        new SingleReads(lists).bounded(idle).forEach((source, since) -> {
            MachineListCache.Known<?> known = lists.known(source);
            if (isUnderWay(lists, source)) {
                underWay.add(source);
            } else if (!known.isSince(since) && !now.isBefore(known.notBefore())) {
                begin.add(new SourceRead(source, since));
            }
        });
        begin.sort(Comparator.comparing(SourceRead::target).thenComparing(SourceRead::key));
        return new MissingReads(begin, underWay);
    }

    /** The reads that a query for these sources waits for. */
    Set<String> awaitedBy(Set<Source<?>> wanted) {
        Set<String> targets = new TreeSet<>();
        begin.stream().filter(read -> serves(read.source(), wanted)).forEach(read -> targets.add(read.target()));
        underWay.stream()
                .filter(source -> serves(source, wanted))
                .forEach(source -> targets.add(source.id().shortName()));
        return targets;
    }

    /**
     * The states of all machines of a subscription are read instead of many single ones; single ones are read a few at a
     * time.
     */
    private static boolean serves(Source<?> source, Set<Source<?>> wanted) {
        return wanted.contains(source) || (source instanceof Views || source instanceof View)
                && wanted.stream()
                        .anyMatch(each -> each instanceof View
                                && each.id().subscription().equals(source.id().subscription()));
    }

    private static boolean isUnderWay(MachineListCache lists, Source<?> source) {
        return lists.known(source).problem().equals(MachineListCache.UNDER_WAY);
    }
}
