package io.azureccm.node.plan;

import static io.azureccm.common.core.Step.Kind.KUBERNETES;

import io.azureccm.common.core.Cause;
import io.azureccm.node.spec.NodeFacts.Identity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All writes to one Node, in this order; a failed write cancels those after it. */
public record NodeChange(Identity node, List<Step> steps) {
    /** A write and its cause. */
    public record Step(NodeWrite write, Cause cause) {}

    public NodeChange {
        steps = List.copyOf(steps);
    }

    static Optional<NodeChange> of(Identity node, Cause cause, List<? extends NodeWrite> writes) {
        return writes.isEmpty()
                ? Optional.empty()
                : Optional.of(new NodeChange(node, writes.stream().map(write -> new Step(write, cause)).toList()));
    }

    NodeChange and(NodeChange later) {
        List<Step> both = new ArrayList<>(steps);
        both.addAll(later.steps);
        return new NodeChange(node, both);
    }

    /** The writes as steps of a plan. */
    public List<io.azureccm.common.core.Step> planned() {
        return steps.stream()
                .map(step -> new io.azureccm.common.core.Step(KUBERNETES, "node " + node.name(),
                        step.write().describe(), step.cause(), ""))
                .toList();
    }

    public boolean initialises() {
        return steps.stream().anyMatch(step -> step.write() instanceof NodeWrite.Initialise);
    }

    public boolean deletes() {
        return steps.stream().anyMatch(step -> step.write() instanceof NodeWrite.Delete);
    }
}
