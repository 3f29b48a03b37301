package io.azureccm.common.exec;

import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;

/** Carries a plan out and decides nothing. Returns when every operation has an outcome; never throws for what ARM says. */
public interface PlanExecutor {
    /** {@code fence} is asked before every write, besides the executor's own. */
    PlanOutcome execute(Plan plan, WriteFence fence);

    default PlanOutcome execute(Plan plan) {
        return execute(plan, WriteFence.OPEN);
    }
}
