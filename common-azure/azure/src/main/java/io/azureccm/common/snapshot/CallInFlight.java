package io.azureccm.common.snapshot;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** A call to ARM in flight; {@code start} orders it relative to the ends of writes. */
record CallInFlight(Read.Key key, long start, Instant startedAt, CallPriority priority,
        CompletableFuture<Observed> response) {
    static CallInFlight begin(Read.Key key, long start, Instant now) {
        return new CallInFlight(key, start, now, CallReason.current().priority(), new CompletableFuture<>());
    }

    /** Whether it waits for its permit no longer than a call of the current thread would. */
    boolean isUrgentEnough() {
        return priority.compareTo(CallReason.current().priority()) <= 0;
    }
}
