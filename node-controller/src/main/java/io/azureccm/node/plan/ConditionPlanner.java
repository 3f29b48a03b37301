package io.azureccm.node.plan;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.condition.Problem;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.NodeWrite.SetCondition;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether to write the initialisation condition to a Node. A node that is initialised without problems never
 * gets it. Problems that a retry may solve are shown only once they last.
 */
record ConditionPlanner(ConditionOptions options) {
    /** The decision plus the condition, for a node that this decision does not initialise. */
    Decision explained(NodeView view, Decision decision) {
        if (!options.enabled() || decision.refusal().isEmpty())
            return decision;
        Optional<ShownCondition> write = InitialisationReason.of(decision.refusal().get().code())
                .filter(reason -> InitialisationReason.isToShow(decision.refusal().get(), view))
                .flatMap(reason -> InitialisationReason.CONDITION.write(view.shown(),
                        new Problem(reason, decision.refusal().get().message()), options, view.now()));
        return with(view, decision, write, "InitialisationRefused");
    }

    /** The decision plus clearing the condition, for a node that is initialised. */
    Decision recovered(NodeView view, Decision decision) {
        return options.enabled()
                ? with(view, decision, InitialisationReason.CONDITION.writeRecovered(view.shown(), view.now()),
                        "InitialisationDone")
                : decision;
    }

    private static Decision with(NodeView view, Decision decision, Optional<ShownCondition> write, String cause) {
        List<SetCondition> writes = write.stream()
                .map(each -> new SetCondition(each.type(), each.status(), each.reason(), each.message()))
                .toList();
        return decision.with(NodeChange.of(view.node().identity(), Cause.of(cause), writes));
    }
}
