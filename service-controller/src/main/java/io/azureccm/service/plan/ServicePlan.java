package io.azureccm.service.plan;

import io.azureccm.common.core.Plan;
import io.azureccm.common.core.drift.Reading;
import io.azureccm.common.core.removal.RemovalMemory.Assessment;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.spec.Notice;
import java.util.HashMap;
import java.util.Map;

/**
 * A plan, the state of each Service after it (by UID), and what has to be read first (the plan is not executed while anything is missing).
 * {@code needsAnotherPlan}: more can be planned after it is executed. {@code reading}: the observed state it is based on. {@code assessment}: what
 * it removes, and which removals exceed a limit.
 */
public record ServicePlan(Plan plan, Map<String, PlannedService> plannedServices, MissingReads missing,
        boolean needsAnotherPlan,
        Reading reading, Assessment assessment) {
    /** A copy in which Services, by UID, have one more notice. */
    public ServicePlan noting(Map<String, Notice> notices) {
        if (notices.isEmpty())
            return this;
        Map<String, PlannedService> next = new HashMap<>(plannedServices);
        notices.forEach((uid, notice) -> next.computeIfPresent(uid, (same, service) -> service.with(notice)));
        return new ServicePlan(plan, next, missing, needsAnotherPlan, reading, assessment);
    }

    /** A copy with other operations. */
    public ServicePlan with(Plan other) {
        return new ServicePlan(other, plannedServices, missing, needsAnotherPlan, reading, assessment);
    }
}
