package io.azureccm.node.plan;

import java.time.Instant;

/** Whether an operation of a plan begins now. */
public sealed interface Readiness {
    Readiness READY = new Ready();

    record Ready() implements Readiness {}

    /** Something has to happen first, at the latest at {@code until}; {@link Instant#MAX} when no time brings it. */
    record Waits(String what, Instant until) implements Readiness {}

    static Readiness waits(String what) {
        return new Waits(what, Instant.MAX);
    }
}
