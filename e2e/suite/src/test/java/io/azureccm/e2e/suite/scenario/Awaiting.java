package io.azureccm.e2e.suite.scenario;

import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.SteadyState.Observation;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Something to wait for conditions in, that can tell what has happened in it. */
public interface Awaiting {
    /** What happened, for the message of a failed test. */
    String story();

    /** What waits until nothing has changed for a while, by the time of the scenario. */
    default SteadyState steadyState(Duration still) {
        return new SteadyState(still);
    }

    /** Waits for a condition, for a generous time: no test says how long something may take. */
    default void await(String what, BooleanSupplier condition) {
        await(what, condition, () -> "");
    }

    /** The same; {@code found} says in the message of a failed test what there was instead. */
    default void await(String what, BooleanSupplier condition, Supplier<String> found) {
        try {
            steadyState(Duration.ZERO).await(SteadyState.BOUND,
                    () -> new Observation(condition.getAsBoolean(), ""));
        } catch (AssertionError late) {
            throw new AssertionError("waited in vain for " + what + ", found " + found.get() + "\n" + story(), late);
        }
    }
}
