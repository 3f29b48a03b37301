package io.azureccm.node.reconcile;

import io.azureccm.common.exec.PlanJournal;
import io.azureccm.node.plan.NodePlan;
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

    public void print(NodePlan plan) {
        newest = new PlanReport(journal, plan.scope(), journal.planned(new PrintedNodePlan(plan)), plan.writes(),
                clock);
    }

    /** The report of the plan that was printed last, which is the one whose writes start now. */
    public PlanReport newest() {
        return newest;
    }
}
