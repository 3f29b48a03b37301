package io.azureccm.service.spec;

import io.azureccm.common.core.condition.ProblemCondition;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.core.draining.DrainReason;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What a Node shows that matters for draining: the reasons that are turned on, each with the moment it has been there from where the Node
 * tells, and the condition that an earlier drain left.
 */
public record DrainFacts(Map<DrainReason, Optional<Instant>> reasons, Optional<ShownCondition> condition) {
    /** Whether a Node gets new connections: written when it does not because it is drained, and once more when it does again. */
    public static final ProblemCondition CONDITION = new ProblemCondition("azureccm.io/LoadBalanced", "NotDrained",
            "docs/resources/service/draining.md");

    public static final DrainFacts NONE = new DrainFacts(Map.of(), Optional.empty());

    public DrainFacts {
        reasons = Map.copyOf(reasons);
    }
}
