package io.azureccm.node;

import io.azureccm.common.exec.PlanJournal;
import io.azureccm.node.apply.NodeOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Gathers the outcomes of a plan and puts them into the journal when the last one is there. */
final class PlanReport {
    private static final int MAX_PROBLEMS = 20;

    private final PlanJournal journal;
    private final long number;
    private final int expected;
    private final InstantSource clock;
    private final Instant began;
    private final List<NodeOutcome> outcomes = new ArrayList<>();

    PlanReport(PlanJournal journal, Reconciler.Result result, InstantSource clock) {
        this.journal = journal;
        this.number = result.number();
        this.expected = result.plan().changes().size();
        this.clock = clock;
        this.began = clock.instant();
    }

    synchronized void ended(NodeOutcome outcome) {
        outcomes.add(outcome);
        if (outcomes.size() < expected)
            return;
        String counts = outcomes.stream()
                .collect(Collectors.groupingBy(NodeOutcome::kind, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
        String problems = outcomes.stream()
                .filter(each -> !each.isGood())
                .limit(MAX_PROBLEMS)
                .map(each -> "\n  " + each.change().node().name() + "  " + each.kind() + "  " + each.problem())
                .collect(Collectors.joining());
        long took = Duration.between(began, clock.instant()).toMillis();
        journal.executed(number, "Outcome #" + number + "  nodes  " + counts + "  took " + took + " ms" + problems,
                outcomes.stream().noneMatch(each -> each.kind() == NodeOutcome.Kind.FAILED));
    }
}
