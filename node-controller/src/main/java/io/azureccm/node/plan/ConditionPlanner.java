package io.azureccm.node.plan;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.condition.Problem;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.NodeWrite.SetCondition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether a Node says why it is not initialised. One that is initialised without trouble never gets the condition; what the
 * next attempt may end is shown when the node has been known for a while.
 */
final class ConditionPlanner {
    /** Machines and their lists need so long now and then. */
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private final boolean enabled;

    ConditionPlanner(boolean enabled) {
        this.enabled = enabled;
    }

    /** The same with the condition, for a node that is not initialised by this decision. */
    Decision explained(NodeView view, Decision decision) {
        if (!enabled || decision.refusal().isEmpty())
            return decision;
        Optional<ShownCondition> write = InitialisationReason.of(decision.refusal().get().code())
                .filter(reason -> !reason.variesByAttempt() || isPatienceOver(view))
                .flatMap(reason -> InitialisationReason.CONDITION.write(view.shown(),
                        new Problem(reason, decision.refusal().get().message()), view.now()));
        return with(view, decision, write, "InitialisationRefused");
    }

    /** The same with the condition taken back, for a node that is initialised. */
    Decision mended(NodeView view, Decision decision) {
        return enabled
                ? with(view, decision, InitialisationReason.CONDITION.writeMended(view.shown(), view.now()),
                        "InitialisationDone")
                : decision;
    }

    private static boolean isPatienceOver(NodeView view) {
        return !view.history().known().plus(PATIENCE).isAfter(view.now());
    }

    private static Decision with(NodeView view, Decision decision, Optional<ShownCondition> write, String cause) {
        List<SetCondition> writes = write.stream()
                .map(each -> new SetCondition(each.type(), each.status(), each.reason(), each.message()))
                .toList();
        return decision.with(NodeChange.of(view.node().identity(), Cause.of(cause), writes));
    }
}
