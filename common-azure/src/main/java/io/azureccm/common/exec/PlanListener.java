package io.azureccm.common.exec;

import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import java.time.Duration;

/** Hears of plans for ARM what the {@link PlanJournal} is told, by the numbers that it gives them. Called by several threads. */
public interface PlanListener {
    PlanListener NONE = new PlanListener() {
    };

    /** A plan was printed. It is not one of reads alone. */
    default void planned(long number, Plan plan) {}

    /** Nothing is left to write of what a scope has planned, and nothing is printed. */
    default void nothingLeft(Plan plan) {}

    /** One operation of a plan is about to be sent by itself. */
    default void sent(long number) {}

    /** An operation that was sent by itself has ended. */
    default void ended(long number, Operation operation, Outcome outcome) {}

    /** A plan was carried out as a whole. */
    default void executed(long number, PlanOutcome outcome, Duration took) {}
}
