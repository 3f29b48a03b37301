package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.CallPriority;
import java.time.Duration;

/** Told what happens to a budget, outside of its lock. Must be quick and must not throw. */
public interface BudgetListener {
    /** For a budget that nobody watches. */
    BudgetListener NONE = new BudgetListener() {
        @Override
        public void waited(CallPriority priority, Duration time, boolean granted) {
            // Nobody wants to know.
        }

        @Override
        public void appeared(String subscription, String limit) {
            // Nobody wants to know.
        }
    };

    /** A request had to wait for its turn; {@code granted} false: it was kept back in the end. */
    void waited(CallPriority priority, Duration time, boolean granted);

    /** A limit of a subscription is counted from now on. */
    void appeared(String subscription, String limit);
}
