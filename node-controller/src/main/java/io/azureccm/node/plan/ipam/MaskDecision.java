package io.azureccm.node.plan.ipam;

import io.azureccm.common.core.Refusal;
import java.time.Instant;
import java.util.Optional;

/** What is known about the prefix lengths for a node. */
public sealed interface MaskDecision {
    /** Why there is no length; empty if there is one or is about to be one. */
    default Optional<Refusal> problem() {
        return Optional.empty();
    }

    record Known(NodeMasks masks) implements MaskDecision {}

    /** No range can be assigned until something changes in Azure. */
    record Refused(Refusal refusal) implements MaskDecision {
        @Override
        public Optional<Refusal> problem() {
            return Optional.of(refusal);
        }
    }

    /** Not known before {@code notBefore}; {@code problem} if a problem is the reason. */
    record Open(Optional<Refusal> problem, Instant notBefore) implements MaskDecision {}

    /** The Node does not name its machine yet. */
    record NoMachine() implements MaskDecision {}
}
