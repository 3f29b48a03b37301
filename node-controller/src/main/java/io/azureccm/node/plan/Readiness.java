package io.azureccm.node.plan;

import java.time.Instant;

/** Whether an operation of a plan starts now. */
public sealed interface Readiness {
    Readiness READY = new Ready();

    record Ready() implements Readiness {}

    /** Waits for {@code what}, at the latest until {@code until}; {@link Instant#MAX} if there is no time limit. */
    record Waits(String what, Instant until) implements Readiness {}

    static Readiness waits(String what) {
        return new Waits(what, Instant.MAX);
    }
}
