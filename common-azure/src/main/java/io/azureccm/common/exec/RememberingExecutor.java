package io.azureccm.common.exec;

import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.drift.LastInPlace;

/** Executes plans and lets the memory of what is in place know how their writes ended, before anything is planned again. */
public final class RememberingExecutor implements PlanExecutor {
    private final PlanExecutor executor;
    private final LastInPlace memory;

    public RememberingExecutor(PlanExecutor executor, LastInPlace memory) {
        this.executor = executor;
        this.memory = memory;
    }

    @Override
    public PlanOutcome execute(Plan plan, WriteFence fence) {
        PlanOutcome outcome = executor.execute(plan, fence);
        memory.ended(outcome);
        return outcome;
    }
}
