package io.azureccm.common.exec;

import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.reconcile.Dispatcher;
import java.time.Instant;
import java.util.Set;
import java.util.function.Function;

/**
 * Handles held removals in each turn of a scope: reports them, and checks for approvals while there are any, in a separate
 * lane; {@code approved} creates an event from the approved hashes.
 */
public record RemovalStep<E>(RemovalPolicy policy, Function<Set<String>, E> approved) {
    private static final String LANE = "approvals of removals";

    /** The removal memory after the turn; {@code atRest}: nothing of the plan is pending or in flight. */
    public RemovalMemory take(RemovalMemory before, RemovalMemory.Assessment assessment, boolean atRest,
            Dispatcher<E> dispatcher, Instant now) {
        if (policy.limits().isNone())
            return before;
        RemovalMemory memory = before.after(assessment, atRest);
        policy.approvals().report(memory.held());
        if (!policy.isAsked() || !memory.isDue(now) || dispatcher.isBusy(LANE))
            return memory;
        Set<String> spent = memory.spent();
        dispatcher.dispatch(LANE, () -> approved.apply(policy.approvals().read(spent)));
        return memory.readingAt(now);
    }
}
