package io.azureccm.service.lease;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.service.lease.ResourceLease.Taking;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Executes plans while holding the resource lease: acquired before the first write, renewed in the background, released when there is
 * nothing more to write. If another component held the lease in the meantime, nothing is sent, and everything is read and planned again.
 * Thread-safe.
 */
public final class LeasedPlanExecutor implements PlanExecutor {
    private static final Duration RENEWAL = Duration.ofMinutes(5);

    private final PlanExecutor executor;
    private final ResourceLease lease;
    private final ObservedStore store;
    private Thread renewing;

    public LeasedPlanExecutor(PlanExecutor executor, ResourceLease lease, ObservedStore store) {
        this.executor = executor;
        this.lease = lease;
        this.store = store;
    }

    @Override
    public PlanOutcome execute(Plan plan, WriteFence fence) {
        Optional<PlanOutcome> notNow = take(plan);
        return notNow.isPresent() ? notNow.get() : executor.execute(plan, () -> fence.refusal().or(lease::refusal));
    }

    /** Acquires the lease if it is not held; concurrent callers wait. Returns the outcome of the plan if it cannot be sent. */
    private synchronized Optional<PlanOutcome> take(Plan plan) {
        if (renewing != null)
            return Optional.empty();
        return switch (lease.take()) {
            case Taking.Refused(String problem) -> Optional.of(executor.execute(plan, () -> Optional.of(problem)));
            case Taking.Held(boolean othersWrote) -> {
                renewing = Thread.ofVirtual().name("resource-lease").start(this::renew);
                if (othersWrote)
                    store.invalidateAll();
                yield othersWrote ? Optional.of(toBePlannedAnew(plan)) : Optional.empty();
            }
        };
    }

    /** Nothing is to be written for now, so the lease is released. */
    public synchronized void idle() {
        if (renewing == null)
            return;
        renewing.interrupt();
        renewing = null;
        lease.release();
    }

    private void renew() {
        try {
            while (true) {
                Thread.sleep(RENEWAL);
                lease.renew();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private static PlanOutcome toBePlannedAnew(Plan plan) {
        Map<ArmId, Outcome> outcomes = new HashMap<>();
        plan.operations()
                .forEach(operation -> outcomes.put(operation.target(),
                        new Outcome.Conflict("another component held the lease, so Azure is read again")));
        return new PlanOutcome(plan, outcomes);
    }
}
