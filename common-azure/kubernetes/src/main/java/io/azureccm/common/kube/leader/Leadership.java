package io.azureccm.common.kube.leader;

import java.util.Optional;

/**
 * Whether this process may act for the cluster. Terms are numbered: work begun in one term must not be finished in another,
 * since another instance may have led in between.
 */
public interface Leadership {
    /** The number of the current term of this process, or 0 if it does not lead. */
    long term();

    /** Checked immediately before each write: empty if this process leads, otherwise why it may not write. */
    Optional<String> refusal();

    default boolean isLeader() {
        return term() != 0;
    }

    /** Like {@link #refusal()}, for a write that was begun in the given term. */
    default Optional<String> refusal(long begunIn) {
        Optional<String> refusal = refusal();
        return refusal.isPresent() || begunIn == term()
                ? refusal
                : Optional.of("begun in term " + begunIn + ", which is over");
    }
}
