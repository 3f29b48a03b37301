package io.azureccm.common.exec;

import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;

/** Executes a plan of one operation and makes no decisions. Returns its outcome; never throws for an ARM error. */
public interface PlanExecutor {
    /** {@code fence} is checked before every write, in addition to the executor's own. */
    PlanOutcome execute(Plan plan, WriteFence fence);

    default PlanOutcome execute(Plan plan) {
        return execute(plan, WriteFence.OPEN);
    }
}
