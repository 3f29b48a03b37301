package io.azureccm.common.snapshot;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** A call to ARM in flight; {@code start} orders it relative to the ends of writes. */
record CallInFlight(Read.Key key, long start, Instant startedAt, CompletableFuture<Observed> response) {}
