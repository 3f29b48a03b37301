package io.azureccm.common.snapshot;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** A call to ARM under way; {@code start} orders it among the ends of writes. */
record Flight(Read.Key key, long start, Instant startedAt, CompletableFuture<Observed> answer) {}
