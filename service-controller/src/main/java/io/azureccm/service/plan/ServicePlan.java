package io.azureccm.service.plan;

import io.azureccm.common.core.Plan;
import io.azureccm.common.core.drift.Reading;
import io.azureccm.common.core.removal.RemovalMemory.Assessment;
import io.azureccm.service.observed.MissingReads;
import java.util.Map;

/**
 * A plan, where it leaves each Service (by UID), and what has to be read first (while anything is missing it is not to be carried out).
 * {@code makesWay} is true when more can be planned once it is done. {@code reading}: what of Azure it was made on.
 * {@code assessment}: what it takes away, and what of that is above a limit.
 */
public record ServicePlan(Plan plan, Map<String, PlannedService> plannedServices, MissingReads missing,
        boolean makesWay,
        Reading reading, Assessment assessment) {
    public ServicePlan {
        plannedServices = Map.copyOf(plannedServices);
    }

    public ServicePlan(Plan plan, Map<String, PlannedService> plannedServices, MissingReads missing, boolean makesWay,
            Reading reading) {
        this(plan, plannedServices, missing, makesWay, reading, Assessment.NONE);
    }

    /** The same with other writes. */
    public ServicePlan with(Plan other) {
        return new ServicePlan(other, plannedServices, missing, makesWay, reading, assessment);
    }

    public ServicePlan with(Assessment other) {
        return new ServicePlan(plan, plannedServices, missing, makesWay, reading, other);
    }
}
