package io.azureccm.service.spec;

import io.azureccm.common.core.condition.ProblemCondition;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.core.draining.DrainReason;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What a Node shows about draining: the enabled reasons that apply, each with its start time if the Node records it, and the condition that
 * an earlier drain left.
 */
public record DrainFacts(Map<DrainReason, Optional<Instant>> reasons, Optional<ShownCondition> condition) {
    /** Whether a Node gets new connections: written when it is drained, and once more when the drain ends. */
    public static final ProblemCondition CONDITION = new ProblemCondition("azureccm.io/LoadBalanced", "NotDrained",
            "docs/resources/service/draining.md");

    public static final DrainFacts NONE = new DrainFacts(Map.of(), Optional.empty());
}
