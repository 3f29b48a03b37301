package io.azureccm.service.reconcile.report;

import io.azureccm.common.core.Plan;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.service.reconcile.turn.TurnPlan;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prints plans into the log and the journal, with a number each; a plan that only continues the previous one is not printed again. Nothing
 * that a turn decides depends on it. Not thread-safe.
 */
public final class PlanPrinter {
    private static final Logger log = LoggerFactory.getLogger(PlanPrinter.class);

    private final PlanJournal journal;
    private final PlanExecutor executor;
    private final String scope;
    private final boolean dryRun;
    private TurnPlan printed = TurnPlan.NOTHING;
    private long number;
    private Instant began = Instant.MIN;
    private boolean firstPlanLogged;

    /** {@code executor} ends the plans of a dry run: nothing of them is sent. */
    public PlanPrinter(PlanJournal journal, PlanExecutor executor, String scope, boolean dryRun) {
        this.journal = journal;
        this.executor = executor;
        this.scope = scope;
        this.dryRun = dryRun;
    }

    /** This instance starts to lead. */
    public void begin(Instant now) {
        printed = TurnPlan.NOTHING;
        began = now;
    }

    public void print(TurnPlan plan, Instant now) {
        logFirst(plan, now);
        if (plan.services().isEmpty()) {
            plan.reading().ifPresent(reading -> log.debug("{}: reading {} first", scope, reading.describe()));
            return;
        }
        if (plan.isRemainderOf(printed)) {
            if (plan.isDone() && !printed.isDone()) {
                journal.nothingLeft(plan.printable(scope));
                printed = plan;
            }
            return;
        }
        number = print(plan.printable(scope));
        printed = plan;
    }

    private long print(Plan plan) {
        long next = journal.planned(plan);
        if (dryRun)
            journal.executed(next, executor.execute(plan), Duration.ZERO);
        return next;
    }

    /** An operation of the plan that was printed last is about to be written; returns the number of that plan. */
    public long sent() {
        journal.sent(number);
        return number;
    }

    /** Logs how long a start takes. */
    private void logFirst(TurnPlan plan, Instant now) {
        // Turns that are made again do not begin.
        if (firstPlanLogged || plan.reading().isPresent() || began.equals(Instant.MIN))
            return;
        firstPlanLogged = true;
        log.info("The first plan was made after {} ms", Duration.between(began, now).toMillis());
    }
}
