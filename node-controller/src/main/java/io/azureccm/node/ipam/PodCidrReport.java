package io.azureccm.node.ipam;

import io.azureccm.common.exec.PlanJournal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Gathers what became of the writes of a plan and puts it into the journal when the last one has ended. */
final class PodCidrReport {
    private static final int MAX_PROBLEMS = 20;

    private final PlanJournal journal;
    private final long number;
    private final int expected;
    private final InstantSource clock;
    private final Instant began;
    private final Map<String, PodCidrWrites.End> ends = new TreeMap<>();

    PodCidrReport(PlanJournal journal, long number, int expected, InstantSource clock) {
        this.journal = journal;
        this.number = number;
        this.expected = expected;
        this.clock = clock;
        this.began = clock.instant();
    }

    synchronized void ended(String node, PodCidrWrites.End end) {
        ends.put(node, end);
        if (ends.size() < expected)
            return;
        String counts = ends.values()
                .stream()
                .collect(Collectors.groupingBy(PodCidrWrites.End::word, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
        String problems = ends.entrySet()
                .stream()
                .filter(each -> !each.getValue().problem().isEmpty())
                .limit(MAX_PROBLEMS)
                .map(each -> "\n  " + each.getKey() + "  " + each.getValue().word() + "  " + each.getValue().problem())
                .collect(Collectors.joining());
        long took = Duration.between(began, clock.instant()).toMillis();
        journal.executed(number,
                "Outcome #" + number + "  pod-cidrs  " + counts + "  took " + took + " ms" + problems,
                ends.values().stream().noneMatch(PodCidrWrites.End::again));
    }
}
