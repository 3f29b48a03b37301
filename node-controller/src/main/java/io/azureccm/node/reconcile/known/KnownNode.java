package io.azureccm.node.reconcile.known;

import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.common.reconcile.RetryTrigger;
import io.azureccm.node.informer.SeenNode;
import io.azureccm.node.observed.NodeHistory;
import io.azureccm.node.plan.Decision.Follow;
import io.azureccm.node.plan.NodeChange;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** A node from the last lookup: its history, the running operation, when it is due, and the writes that were accepted last. */
public record KnownNode(Node node, NodeHistory history, Schedule schedule, RetryState retry, NodeStage stage,
        AcceptedWrites accepted) {
    public KnownNode {
        // Earlier releases did not record it.
        accepted = accepted == null ? AcceptedWrites.NONE : accepted;
    }

    /** A node that has not been planned yet, due at the scheduled time. */
    public static KnownNode of(SeenNode entry, Schedule schedule) {
        return new KnownNode(entry.node(), entry.history(), schedule, RetryState.NEW, NodeStage.IDLE,
                AcceptedWrites.NONE);
    }

    /**
     * With the watch's current version; what is known about the machine stays valid until the node is replaced or its
     * readiness changes.
     */
    public KnownNode seen(SeenNode entry) {
        boolean same = entry.isSame(node);
        NodeHistory next = !same
                ? entry.history()
                : history.isSinceThen(entry.history()) ? history : entry.history().rememberingMachine(history);
        return new KnownNode(entry.node(), next, same ? schedule : schedule.ofAnother(),
                same ? retry : RetryState.NEW, same ? stage : NodeStage.IDLE, same ? accepted : AcceptedWrites.NONE);
    }

    /** The node has changed, so an earlier problem may be solved, unless it changes all the time. */
    public KnownNode changed(Instant now) {
        return schedule.changeDue(now).isAfter(now)
                ? this
                : new KnownNode(node, history, schedule, RetryState.NEW, stage, accepted);
    }

    /** A change is due now, or when the node's operation has ended. A pending retry does not delay the handling of changes. */
    public KnownNode dueFor(Instant now) {
        Schedule next = schedule.changed(now);
        return next.dueAt().isAfter(now) || !(stage instanceof NodeStage.Reading)
                ? with(next)
                : with(next).with(NodeStage.IDLE);
    }

    public KnownNode with(Schedule next) {
        return new KnownNode(node, history, next, retry, stage, accepted);
    }

    public KnownNode with(NodeStage next) {
        return new KnownNode(node, history, schedule, retry, next, accepted);
    }

    public KnownNode with(NodeHistory next) {
        return new KnownNode(node, next, schedule, retry, stage, accepted);
    }

    public KnownNode with(AcceptedWrites next) {
        return new KnownNode(node, history, schedule, retry, stage, next);
    }

    public boolean isDue(Instant now) {
        return !next().isAfter(now);
    }

    /** When it is due if nothing happens; answers and outcomes arrive as events. */
    public Instant next() {
        return switch (stage) {
            case NodeStage.Idle idle -> schedule.next();
            case NodeStage.Reading reading -> reading.again();
            case NodeStage.Checking checking -> checking.lane().isEmpty() ? Instant.MIN : Instant.MAX;
            case NodeStage.Writing writing -> Instant.MAX;
        };
    }

    /** The lane of its running operation. */
    public Optional<String> lane() {
        return switch (stage) {
            case NodeStage.Writing writing -> Optional.of(writing.lane());
            case NodeStage.Checking checking when !checking.lane().isEmpty() -> Optional.of(checking.lane());
            default -> Optional.empty();
        };
    }

    /** The API server has accepted a change, which the watch shows a little later. */
    public KnownNode accepted(NodeChange change, Instant shown, NodeTiming timing, Instant now) {
        return with(schedule.notBefore(shown)).with(accepted.after(change, timing.retries(), now));
    }

    /** No operation is running, and {@code follow} determines what is next. {@code cause} names what a retry is for. */
    public KnownNode followed(Follow follow, String cause, NodeTiming timing, Instant now) {
        return switch (follow) {
            case Follow.Nothing nothing -> resting(RetryState.NEW, Instant.MAX);
            case Follow.Check check -> resting(RetryState.NEW, now);
            case Follow.At(Instant moment) -> resting(RetryState.NEW, moment);
            case Follow.Retry(Instant notBefore) -> failed(notBefore.isAfter(now)
                    ? new FailedAttempt(RetryReason.CLOSED_WINDOW, cause, Set.of(), Optional.of(notBefore))
                    : FailedAttempt.of(RetryReason.FAILED, cause), timing, now);
        };
    }

    public KnownNode failed(FailedAttempt attempt, NodeTiming timing, Instant now) {
        RetryState next = timing.retries().after(retry, attempt, now);
        return resting(next, next.trigger() instanceof RetryTrigger.Due(Instant at) ? at : Instant.MAX);
    }

    /** If it has become due meanwhile, it stays due. */
    private KnownNode resting(RetryState next, Instant due) {
        Instant first = schedule.dueAt().isBefore(due) ? schedule.dueAt() : due;
        return new KnownNode(node, history, schedule.dueAt(first), next, NodeStage.IDLE, accepted);
    }
}
