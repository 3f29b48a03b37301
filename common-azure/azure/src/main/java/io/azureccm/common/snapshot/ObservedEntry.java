package io.azureccm.common.snapshot;

import java.time.Instant;

/** What {@link ObservedEntries} knows of one read. Mutable. */
final class ObservedEntry {
    Observed state;
    CallInFlight flight;
    /** Responses to calls that began before this are no longer sufficient. */
    long dirtySince;
    /** The end of the last own write that left a partial body. */
    long partialSince;
    Instant lastAsked = Instant.MIN;
    /** Requested by a reader, not only written. */
    boolean asked;
}
