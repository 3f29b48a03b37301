package io.azureccm.node.reconcile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.exec.PrintedPlan;
import io.azureccm.node.plan.NodePlan;

/** A plan for nodes in the form that the journal takes. */
public record PrintedNodePlan(NodePlan plan) implements PrintedPlan {
    @Override
    public String scope() {
        return plan.scope();
    }

    @Override
    public boolean isEmpty() {
        return plan.isEmpty();
    }

    @Override
    public String text(long number) {
        return plan.text(number);
    }

    @Override
    public ObjectNode json(long number) {
        return plan.json(number);
    }
}
