package io.azureccm.node.reconcile;

import io.azureccm.common.core.Plan;
import io.azureccm.common.core.text.PlanJson;
import io.azureccm.common.core.text.PlanNumbers;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.record.RecordedPlan;
import java.time.InstantSource;

/** Records the plans of a scope in the journal, and how the writes of the newest one end. */
public final class PlanReports {
    private final PlanJournal journal;
    private final InstantSource clock;
    private volatile PlanReport newest;

    public PlanReports(PlanJournal journal, InstantSource clock) {
        this.journal = journal;
        this.clock = clock;
    }

    /** The plan as it is recorded: its text, and all that it decides. */
    public static RecordedPlan recorded(Plan plan) {
        return RecordedPlan.of(PlanText.of("nodes").render(plan), PlanJson.of(plan, PlanNumbers.NONE));
    }

    /** {@code writes}: to how many nodes it writes. */
    public void print(Plan plan, int writes) {
        newest = new PlanReport(journal, plan.scope(), journal.plannedInCluster(plan), writes, clock);
    }

    /** The report of the plan that was printed last, which is the one whose writes start now. */
    public PlanReport newest() {
        return newest;
    }
}
