package io.azureccm.route.status;

import io.azureccm.common.core.condition.ShownCondition;
import java.util.Optional;

/**
 * What is written into the conditions of a node, in one patch: whether it is connected, and what is in the way of its routes. Empty is
 * not written.
 */
public record ConditionWrite(Optional<Boolean> connected, Optional<ShownCondition> routed) {
    /** Whether the node is connected, and nothing else. */
    public static ConditionWrite connected(boolean connected) {
        return new ConditionWrite(Optional.of(connected), Optional.empty());
    }

    public boolean isEmpty() {
        return connected.isEmpty() && routed.isEmpty();
    }

    /** Whether the node hears good news. */
    public boolean saysConnected() {
        return connected.orElse(false);
    }

    /** What both have written, this one later. */
    public ConditionWrite after(ConditionWrite before) {
        return new ConditionWrite(connected.or(before::connected), routed.or(before::routed));
    }
}
