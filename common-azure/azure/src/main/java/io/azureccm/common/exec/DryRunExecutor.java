package io.azureccm.common.exec;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes nothing: every operation is {@link Outcome.NotAttempted}, so no status can become good in a dry run. */
public final class DryRunExecutor implements PlanExecutor {
    private final Outcome outcome;

    public DryRunExecutor() {
        this("this is a dry run");
    }

    /** {@code why} nothing is sent, for users. */
    public DryRunExecutor(String why) {
        this.outcome = new Outcome.NotAttempted(Outcome.NotAttempted.Reason.DRY_RUN, "not sent: " + why);
    }

    @Override
    public PlanOutcome execute(Plan plan, WriteFence fence) {
        Map<ArmId, Outcome> outcomes = plan.operations()
                .stream()
                .map(io.azureccm.common.core.Operation::target)
                .collect(Collectors.toMap(Function.identity(), target -> outcome));
        return new PlanOutcome(plan, outcomes);
    }
}
