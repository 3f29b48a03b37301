package io.azureccm.node.reconcile.known;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryPolicy;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.node.plan.Decision;
import io.azureccm.node.plan.NodeChange;
import io.azureccm.node.plan.NodeChange.Step;
import io.azureccm.node.plan.NodeWrite.Initialise;
import io.azureccm.node.plan.NodeWrite;
import io.azureccm.node.spec.NodeFacts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The writes to a node that the API server accepted last, until a plan finds nothing to write: if the same ones are planned
 * again, they were in vain, since a webhook or another client undoes them. They are repeated at once, then after growing pauses;
 * {@code retry} is about the accepted repetitions.
 */
public record AcceptedWrites(List<NodeWrite> writes, RetryState retry) {
    public static final AcceptedWrites NONE = new AcceptedWrites(List.of(), RetryState.NEW);

    private static final String IN_VAIN = "WriteWithoutEffect";

    public AcceptedWrites {
        writes = List.copyOf(writes);
    }

    AcceptedWrites after(NodeChange change, RetryPolicy policy, Instant now) {
        return new AcceptedWrites(writes(change), isRepeatedBy(change)
                ? policy.after(retry, FailedAttempt.of(RetryReason.FAILED, IN_VAIN), now)
                : RetryState.NEW);
    }

    /** The decision, with what is written again, and without its writes as long as the same ones have to wait. */
    public Decision judged(Decision decided, NodeFacts node, Instant now) {
        boolean goes = decided.change().filter(NodeChange::deletes).isPresent();
        Optional<NodeWrite> lost = goes ? Optional.empty() : lostProviderId(node);
        Decision decision = lost.map(write -> decided.again(node.identity(), write)).orElse(decided);
        boolean isInVain = !retry.equals(RetryState.NEW) && decision.change().filter(this::isRepeatedBy).isPresent();
        if (!isInVain && lost.isEmpty())
            return decision;
        String texts = writes(decision.change().orElseThrow()).stream()
                .map(NodeWrite::describe)
                .collect(Collectors.joining(", "));
        return decision.inVain(new Refusal(IN_VAIN, node.name(),
                "the API server accepts the write (" + texts
                        + "), but the Node stays as it was: an admission webhook or"
                        + " another client may change it"),
                retry.dueAt().filter(now::isBefore));
    }

    /** Nothing else would plan it again: only a node with its initialisation taint gets a provider ID. */
    private Optional<NodeWrite> lostProviderId(NodeFacts node) {
        if (node.isUninitialised() || !node.providerId().isEmpty())
            return Optional.empty();
        for (NodeWrite write : writes) {
            if (write instanceof Initialise(var labels, String providerId) && !providerId.isEmpty())
                return Optional.of(new Initialise(Map.of(), providerId));
        }
        return Optional.empty();
    }

    private boolean isRepeatedBy(NodeChange change) {
        return writes.equals(writes(change));
    }

    private static List<NodeWrite> writes(NodeChange change) {
        return change.steps().stream().map(Step::write).toList();
    }
}
