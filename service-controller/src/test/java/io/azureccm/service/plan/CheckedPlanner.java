package io.azureccm.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.service.plan.context.PlannerSettings;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/**
 * One planner for all plans of a test, as in a controller, checked against a new one for each plan: cached parts never change a plan, and no
 * write waits for one that is not in it.
 */
final class CheckedPlanner {
    private PlannerSettings settings;
    private RemovalLimits limits;
    private ServicePlanner kept;

    /** {@code shown}: a fingerprint of the trees that {@code planning} reads. */
    ServicePlan plan(IntSupplier shown, PlannerSettings asked, RemovalLimits max,
            Function<ServicePlanner, ServicePlan> planning) {
        if (kept == null || !asked.equals(settings) || !max.equals(limits)) {
            settings = asked;
            limits = max;
            kept = new ServicePlanner(asked, max);
        }
        int before = shown.getAsInt();
        ServicePlan expected = planning.apply(new ServicePlanner(asked, max));
        ServicePlan plan = planning.apply(kept);
        assertThat(plan.plan()).isEqualTo(expected.plan());
        assertThat(plan.plannedServices()).isEqualTo(expected.plannedServices());
        assertThat(plan.missing()).isEqualTo(expected.missing());
        assertThat(plan.needsAnotherPlan()).isEqualTo(expected.needsAnotherPlan());
        assertThat(plan.assessment()).isEqualTo(expected.assessment());
        assertThat(planning.apply(kept).plan()).isEqualTo(plan.plan());
        Set<ArmId> written = plan.plan().operations().stream().map(Operation::target).collect(Collectors.toSet());
        assertThat(plan.plan().operations()).as("writes that wait for other writes of the plan only")
                .allMatch(operation -> written.containsAll(operation.after()));
        assertThat(shown.getAsInt()).as("what Azure shows, which plans share and never change").isEqualTo(before);
        return plan;
    }
}
