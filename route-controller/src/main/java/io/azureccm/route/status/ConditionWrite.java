package io.azureccm.route.status;

import io.azureccm.common.core.condition.ShownCondition;
import java.util.Optional;

/**
 * The conditions written to a node in one patch: whether it is connected, and the problem with its routes. Empty ones
 * are not written.
 */
public record ConditionWrite(Optional<Boolean> connected, Optional<ShownCondition> routed) {
    public boolean isEmpty() {
        return connected.isEmpty() && routed.isEmpty();
    }

    /** Whether the node is reported as connected. */
    public boolean isConnected() {
        return connected.orElse(false);
    }

    /** The combination of both, this one being the later. */
    public ConditionWrite after(ConditionWrite before) {
        return new ConditionWrite(connected.or(before::connected), routed.or(before::routed));
    }
}
