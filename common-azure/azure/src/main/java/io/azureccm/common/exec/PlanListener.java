package io.azureccm.common.exec;

import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import java.time.Duration;

/** Receives the plans for ARM that the {@link PlanJournal} receives, with the journal's numbers. Called by several threads. */
public interface PlanListener {
    PlanListener NONE = new PlanListener() {
    };

    /** A plan was printed that does not consist of reads only. */
    default void planned(long number, Plan plan) {}

    /** A scope has nothing left to write of its plan, and nothing is printed. */
    default void nothingLeft(Plan plan) {}

    /** One operation of a plan is about to be sent separately. */
    default void sent(long number) {}

    /** An operation that was sent separately has ended. */
    default void ended(long number, Operation operation, Outcome outcome) {}

    /** A plan was executed as a whole. */
    default void executed(long number, PlanOutcome outcome, Duration took) {}
}
