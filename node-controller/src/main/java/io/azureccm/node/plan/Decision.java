package io.azureccm.node.plan;

import io.azureccm.common.core.Refusal;
import io.azureccm.node.estate.Watch;
import java.time.Instant;
import java.util.Optional;

/** What a pass does about one node: what is written, what is in the way, when to look again, what to remember. */
public record Decision(Optional<NodeChange> change, Optional<Refusal> refusal, Follow follow, Watch watch) {
    /** When to look at the node again if nothing happens to it before. */
    public sealed interface Follow {
        /** Not before something happens. */
        record Nothing() implements Follow {}

        /** At this moment. */
        record At(Instant moment) implements Follow {}

        /** With growing pauses, and not before this moment. */
        record Retry(Instant notBefore) implements Follow {}

        /** At once, when ARM has been asked for this machine alone. */
        record Prove() implements Follow {}
    }

    static final Follow NOTHING = new Follow.Nothing();

    static Decision none(Watch watch) {
        return new Decision(Optional.empty(), Optional.empty(), NOTHING, watch);
    }

    static Decision write(Optional<NodeChange> change, Watch watch) {
        return new Decision(change, Optional.empty(), NOTHING, watch);
    }

    static Decision refuse(Refusal refusal, Follow follow, Watch watch) {
        return new Decision(Optional.empty(), Optional.of(refusal), follow, watch);
    }

    static Decision wait(Follow follow, Watch watch) {
        return new Decision(Optional.empty(), Optional.empty(), follow, watch);
    }

    /** Both, this one's writes first; of two moments to look again the earlier one counts. */
    Decision and(Decision other) {
        Optional<NodeChange> both = change.isPresent() && other.change.isPresent()
                ? Optional.of(change.get().and(other.change.get()))
                : change.or(other::change);
        return new Decision(both, refusal.or(other::refusal), sooner(follow, other.follow), other.watch);
    }

    private static Follow sooner(Follow one, Follow other) {
        if (one instanceof Follow.Nothing)
            return other;
        if (other instanceof Follow.Nothing || one instanceof Follow.Prove)
            return one;
        if (other instanceof Follow.Prove)
            return other;
        return switch (one) {
            case Follow.At(Instant mine) when other instanceof Follow.At(Instant yours) ->
                mine.isBefore(yours) ? one : other;
            case Follow.At at -> other;
            default -> one;
        };
    }
}
