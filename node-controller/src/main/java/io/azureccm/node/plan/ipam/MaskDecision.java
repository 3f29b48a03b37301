package io.azureccm.node.plan.ipam;

import io.azureccm.common.core.Refusal;
import java.time.Instant;
import java.util.Optional;

/** What is known about the prefix lengths for a node. */
public sealed interface MaskDecision {
    record Known(NodeMasks masks) implements MaskDecision {}

    /** No range can be assigned until something changes in Azure. */
    record Refused(Refusal refusal) implements MaskDecision {}

    /** Not known before {@code notBefore}; {@code problem} if a problem is the reason. */
    record Open(Optional<Refusal> problem, Instant notBefore) implements MaskDecision {}

    /** The Node does not name its machine yet. */
    record NoMachine() implements MaskDecision {}
}
