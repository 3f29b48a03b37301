package io.azureccm.common.exec;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.reconcile.BackOff;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans, writes, and plans again at once while that leads on: when somebody else changed a resource in between or it is not
 * known what a write did (after a short pause, only reading tells), or when values that deferred operations awaited now exist.
 * Everything else is left to the caller's queue.
 */
public final class ConvergenceLoop {
    private static final Logger log = LoggerFactory.getLogger(ConvergenceLoop.class);

    /** So often in a run a write of unknown outcome is looked after at once; a server that stays ill is left to the queue. */
    private static final int LOOKS_AFTER_DOUBT = 2;

    /** At most so many rounds per run, and the pauses after conflicts in a row, and after writes of unknown outcome. */
    public record Settings(int maxRounds, BackOff conflicts, BackOff doubts) {
        public static final Settings DEFAULT = new Settings(6,
                BackOff.doubling(Duration.ofMillis(200), Duration.ofSeconds(6)),
                BackOff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(6)));

        public Settings {
            if (maxRounds < 1)
                throw new IllegalArgumentException("maxRounds must be at least 1, not " + maxRounds);
        }
    }

    /** Waits; a test's clock passes the time at once. */
    @FunctionalInterface
    public interface Pause {
        Pause SLEEP = Thread::sleep;

        void pause(Duration duration) throws InterruptedException;
    }

    private final PlanExecutor executor;
    private final PlanJournal journal;
    private final Settings settings;
    private final Pause pause;
    private final InstantSource clock;

    public ConvergenceLoop(PlanExecutor executor, PlanJournal journal, Settings settings, Pause pause,
            InstantSource clock) {
        this.executor = executor;
        this.journal = journal;
        this.settings = settings;
        this.pause = pause;
        this.clock = clock;
    }

    /** Does all the work of one pass, which may take several runs, in one span. */
    public <T> T pass(Supplier<T> work) {
        return PassTally.of(journal.spans(), work);
    }

    /** Makes spans of what a pass does besides. */
    public PassSpans spans() {
        return journal.spans();
    }

    /**
     * Runs rounds until nothing is left that a further one could bring on. The planner must observe anew each time it is asked.
     * What it throws in the first round is thrown; later it ends the run, with what was done so far in the result.
     */
    public RunResult run(Supplier<Plan> planner) {
        List<PlanOutcome> rounds = new ArrayList<>();
        Plan plan = plan(planner);
        int conflictsInRow = 0;
        int doubts = 0;
        while (true) {
            PlanOutcome outcome = round(plan);
            rounds.add(outcome);
            boolean conflict = has(outcome, Outcome.Conflict.class);
            boolean doubt = has(outcome, Outcome.Unknown.class) && ++doubts <= LOOKS_AFTER_DOUBT;
            if (!conflict && !doubt && !isDeferralDue(outcome) || !mayGoOn(plan, rounds))
                return new RunResult(rounds, Optional.empty());
            conflictsInRow = conflict ? conflictsInRow + 1 : 0;
            if (doubt && !paused(settings.doubts(), doubts)
                    || !doubt && conflict && !paused(settings.conflicts(), conflictsInRow))
                return new RunResult(rounds, Optional.empty());
            try {
                plan = plan(planner);
            } catch (RuntimeException failure) {
                log.warn("{}: planning another round failed: {}", plan.scope(), failure.toString());
                return new RunResult(rounds, Optional.of(failure));
            }
        }
    }

    private Plan plan(Supplier<Plan> planner) {
        return journal.spans().within("plan", notes -> {
            Plan plan = planner.get();
            notes.note("scope", plan.scope());
            notes.note("operations", Integer.toString(plan.operations().size()));
            return plan;
        });
    }

    private PlanOutcome round(Plan plan) {
        long number = journal.planned(plan);
        var start = clock.instant();
        PlanOutcome outcome = plan.isEmpty() ? executor.execute(plan) : execute(plan, number);
        journal.executed(number, outcome, Duration.between(start, clock.instant()));
        PassTally.add(number, outcome);
        return outcome;
    }

    private PlanOutcome execute(Plan plan, long number) {
        return journal.spans().within("execute", notes -> {
            notes.note("scope", plan.scope());
            notes.note("plan", Long.toString(number));
            PlanOutcome outcome = executor.execute(plan);
            notes.note("outcome", PassTally.result(outcome));
            return outcome;
        });
    }

    private boolean mayGoOn(Plan plan, List<PlanOutcome> rounds) {
        if (Thread.currentThread().isInterrupted())
            return false;
        if (rounds.size() >= settings.maxRounds()) {
            log.warn("{}: not settled after {} rounds, leaving the rest to the next pass", plan.scope(), rounds.size());
            return false;
        }
        return true;
    }

    private boolean paused(BackOff waits, int inRow) {
        try {
            pause.pause(waits.delay(inRow));
            return true;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean has(PlanOutcome outcome, Class<? extends Outcome> kind) {
        return outcome.outcomes().values().stream().anyMatch(kind::isInstance);
    }

    /** Something was written, and an operation awaits values while all that it names as coming before it is good. */
    private static boolean isDeferralDue(PlanOutcome outcome) {
        boolean anyWritten = outcome.outcomes().values().stream().anyMatch(Outcome::isGood);
        return anyWritten && outcome.plan()
                .deferred()
                .stream()
                .anyMatch(operation -> arePrerequisitesGood(operation, outcome));
    }

    private static boolean arePrerequisitesGood(Operation operation, PlanOutcome outcome) {
        return operation.after()
                .stream()
                .map((ArmId target) -> outcome.of(target))
                .allMatch(
                        result -> result == null || result.isGood());
    }
}
