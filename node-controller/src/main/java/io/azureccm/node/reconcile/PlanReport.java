package io.azureccm.node.reconcile;

import io.azureccm.common.core.PrintableText;
import io.azureccm.common.exec.PlanJournal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Collects the outcomes of a plan's writes and records them in the journal once the last write has ended. */
public final class PlanReport {
    private static final int MAX_PROBLEMS = 20;

    /** How a write ended, in a word, with the problem if there was one; {@code expected} outcomes cause no warning. */
    public record Ending(String word, String problem, boolean expected) {}

    private final PlanJournal journal;
    private final String scope;
    private final long number;
    private final int writes;
    private final InstantSource clock;
    private final Instant began;
    private final Map<String, Ending> endings = new TreeMap<>();

    /** For the plan with this number, which writes to this many nodes. */
    public PlanReport(PlanJournal journal, String scope, long number, int writes, InstantSource clock) {
        this.journal = journal;
        this.scope = scope;
        this.number = number;
        this.writes = writes;
        this.clock = clock;
        this.began = clock.instant();
    }

    public synchronized void ended(String node, Ending ending) {
        endings.put(node, ending);
        if (endings.size() < writes)
            return;
        String counts = PrintableText.tally(endings.values().stream().map(Ending::word));
        String problems = endings.entrySet()
                .stream()
                .filter(each -> !each.getValue().problem().isEmpty())
                .limit(MAX_PROBLEMS)
                .map(each -> "\n  " + each.getKey() + "  " + each.getValue().word() + "  " + each.getValue().problem())
                .collect(Collectors.joining());
        long took = Duration.between(began, clock.instant()).toMillis();
        String outcome = "Outcome #" + number + "  " + scope + "  " + counts + "  took " + took + " ms" + problems;
        if (endings.values().stream().allMatch(Ending::expected))
            journal.executed(number, outcome);
        else
            journal.failed(number, outcome);
    }
}
