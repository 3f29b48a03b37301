package io.azureccm.node.plan.ipam;

import io.azureccm.common.core.Refusal;
import java.time.Instant;
import java.util.Optional;

/** What is known of the lengths that a node is to get. */
public sealed interface MaskDecision {
    record Known(NodeMasks masks) implements MaskDecision {}

    /** Nothing can be given until somebody changes something in Azure. */
    record Refused(Refusal refusal) implements MaskDecision {}

    /** Nobody can tell before {@code notBefore}; {@code problem} when something is in the way. */
    record Open(Optional<Refusal> problem, Instant notBefore) implements MaskDecision {}

    /** The Node does not name its machine yet. */
    record NoMachine() implements MaskDecision {}
}
