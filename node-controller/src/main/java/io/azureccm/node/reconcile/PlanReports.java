package io.azureccm.node.reconcile;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Step;
import io.azureccm.common.core.text.PlanJson;
import io.azureccm.common.core.text.PlanNumbers;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.record.RecordedPlan;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records the plans of a scope in the journal, makes their writes of Nodes, and records how those of the newest one end. */
public final class PlanReports {
    private static final Logger log = LoggerFactory.getLogger(PlanReports.class);
    private static final int SIDE_BY_SIDE = 48;

    private final PlanJournal journal;
    private final InstantSource clock;
    private final Semaphore places = new Semaphore(SIDE_BY_SIDE);
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

    /** A plan that is no news; those that only read are frequent and are therefore only logged. */
    public void onlyLog(Plan plan) {
        if (!plan.schedule().of(Step.Kind.READ).isEmpty())
            log.atDebug().log(() -> PlanText.of("nodes").render(plan));
    }

    /** The report of the plan that was printed last, which is the one whose writes start now. */
    public PlanReport newest() {
        return newest;
    }

    /** Makes a write of a Node, traced with its outcome in a word, when there is a place for it: many are made side by side. */
    public <T> T write(CallReason reason, String scope, Supplier<T> write, Function<T, String> outcome) {
        places.acquireUninterruptibly();
        try {
            return reason.within(() -> journal.spans().within("write node", notes -> {
                notes.note("scope", scope);
                T ended = write.get();
                notes.note("outcome", outcome.apply(ended));
                return ended;
            }));
        } finally {
            places.release();
        }
    }
}
