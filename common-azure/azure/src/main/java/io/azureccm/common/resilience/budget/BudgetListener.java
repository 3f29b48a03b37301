package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.CallPriority;
import java.time.Duration;

/** Receives changes of a budget, outside of its lock. Must return quickly and must not throw. */
public interface BudgetListener {
    /** For a budget without a listener. */
    BudgetListener NONE = new BudgetListener() {
        @Override
        public void waited(CallPriority priority, Duration time, boolean granted) {
            // Ignored.
        }

        @Override
        public void appeared(String subscription, String limit) {
            // Ignored.
        }
    };

    /** A request had to wait for a permit; {@code granted} is false if it was finally held back. */
    void waited(CallPriority priority, Duration time, boolean granted);

    /** A limit of a subscription is counted from now on. */
    void appeared(String subscription, String limit);
}
