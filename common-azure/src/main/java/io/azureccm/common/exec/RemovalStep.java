package io.azureccm.common.exec;

import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.reconcile.Dispatcher;
import java.time.Instant;
import java.util.Set;
import java.util.function.Function;

/**
 * What a scope does in each turn about removals that are held: tells them, and looks for approvals while there are any, in a lane of
 * their own; {@code approved} makes an event of the hashes that are approved.
 */
public record RemovalStep<E>(RemovalPolicy policy, Function<Set<String>, E> approved) {
    private static final String LANE = "approvals of removals";

    /** What is remembered after the turn; {@code atRest}: nothing of the plan is pending or under way. */
    public RemovalMemory take(RemovalMemory before, RemovalMemory.Assessment assessment, boolean atRest,
            Dispatcher<E> dispatcher, Instant now) {
        if (policy.limits().isNone())
            return before;
        RemovalMemory memory = before.after(assessment, atRest);
        policy.approvals().tell(memory.held());
        if (!policy.isAsked() || !memory.isDue(now) || dispatcher.isBusy(LANE))
            return memory;
        Set<String> spent = memory.spent();
        dispatcher.dispatch(LANE, () -> approved.apply(policy.approvals().read(spent)));
        return memory.asking(now);
    }
}
