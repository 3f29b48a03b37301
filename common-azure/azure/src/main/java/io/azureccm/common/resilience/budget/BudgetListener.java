package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.CallPriority;
import java.time.Duration;

/** Receives changes of a budget, outside of its lock. Must return quickly and must not throw. */
public interface BudgetListener {
    /** For a budget without a listener. */
    BudgetListener NONE = new BudgetListener() {
    };

    /** A request that had to wait has a permit. */
    default void granted(CallPriority priority, Duration waited) {}

    /** A request that had to wait for a permit got none. */
    default void heldBack(CallPriority priority, Duration waited) {}

    /** A limit of a subscription is counted from now on. */
    default void appeared(String subscription, String limit) {}
}
