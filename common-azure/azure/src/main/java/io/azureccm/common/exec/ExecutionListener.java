package io.azureccm.common.exec;

import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import java.time.Duration;

/**
 * Receives every operation, for metrics and logs. {@code started} is called only for operations that are sent, {@code ended}
 * for all; the duration counts from the time the resource's lane was free. Called from many threads concurrently.
 */
public interface ExecutionListener {
    ExecutionListener NONE = new ExecutionListener() {
    };

    default void started(Plan plan, Operation operation) {}

    default void ended(Plan plan, Operation operation, Outcome outcome, Duration took) {}
}
