package io.azureccm.node.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Refusal;
import io.azureccm.node.observed.NodeHistory;
import io.azureccm.node.spec.NodeFacts.Identity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a turn does about one node: what to write, the refusal if there is one, when to check the node again, and what
 * to remember.
 */
public record Decision(Optional<NodeChange> change, Optional<Refusal> refusal, Follow follow, NodeHistory history) {
    /** When to check the node again if nothing happens to it before. */
    public sealed interface Follow {
        /** Only after an event. */
        record Nothing() implements Follow {}

        /** At this time. */
        record At(Instant moment) implements Follow {}

        /** With increasing back-off, and not before this time. */
        record Retry(Instant notBefore) implements Follow {}

        /** As soon as ARM has answered a request for this machine alone. */
        record Check(ArmId machine) implements Follow {}
    }

    static final Follow NOTHING = new Follow.Nothing();

    /** The decision without its writes, to be made again at {@code next}. */
    public Decision held(Instant next) {
        return new Decision(Optional.empty(), refusal, new Follow.At(next), history.due(next));
    }

    /** The decision with a write that did not last, to be checked again. */
    public Decision again(Identity node, NodeWrite write) {
        return with(NodeChange.of(node, Cause.of("WriteLost"), List.of(write)))
                .and(wait(new Follow.Retry(Instant.EPOCH), history));
    }

    /** The decision with a problem of its writes, and without them if they are not to be made before {@code next}. */
    public Decision inVain(Refusal problem, Optional<Instant> next) {
        return new Decision(change.filter(writes -> next.isEmpty()), refusal.or(() -> Optional.of(problem)),
                next.map(moment -> sooner(follow, new Follow.At(moment))).orElse(follow), history);
    }

    /** The decision with more writes after its own. */
    Decision with(Optional<NodeChange> more) {
        return more.isEmpty()
                ? this
                : new Decision(Optional.of(change.map(own -> own.and(more.get())).orElseGet(more::get)), refusal,
                        follow, history);
    }

    Decision with(Refusal problem) {
        return new Decision(change, Optional.of(problem), follow, history);
    }

    static Decision none(NodeHistory history) {
        return new Decision(Optional.empty(), Optional.empty(), NOTHING, history);
    }

    static Decision write(Optional<NodeChange> change, NodeHistory history) {
        return new Decision(change, Optional.empty(), NOTHING, history);
    }

    static Decision refuse(Refusal refusal, Follow follow, NodeHistory history) {
        return new Decision(Optional.empty(), Optional.of(refusal), follow, history);
    }

    static Decision wait(Follow follow, NodeHistory history) {
        return new Decision(Optional.empty(), Optional.empty(), follow, history);
    }

    /** Both decisions combined: this decision's writes come first, and the earlier time of the next check applies. */
    Decision and(Decision other) {
        Optional<NodeChange> both = change.isPresent() && other.change.isPresent()
                ? Optional.of(change.get().and(other.change.get()))
                : change.or(other::change);
        return new Decision(both, refusal.or(other::refusal), sooner(follow, other.follow), other.history);
    }

    private static Follow sooner(Follow one, Follow other) {
        if (one instanceof Follow.Nothing)
            return other;
        if (other instanceof Follow.Nothing || one instanceof Follow.Check)
            return one;
        if (other instanceof Follow.Check)
            return other;
        return switch (one) {
            case Follow.At(Instant mine) when other instanceof Follow.At(Instant yours) ->
                mine.isBefore(yours) ? one : other;
            case Follow.At at -> other;
            default -> one;
        };
    }
}
