package io.azureccm.service.reconcile.known;

import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** Something that happened and that events and metrics are to show. Events of the loop are absorbed without showing anything. */
public sealed interface Report {
    /** Services, by UID, changed. */
    record Changed(Set<String> uids, Instant at) implements Report {
        public Changed {
            uids = Set.copyOf(uids);
        }
    }

    /** A write to Azure ended. */
    record Wrote(Operation operation, Outcome outcome) implements Report {}

    /** The Service has a good result; {@code isCurrent}: for its last change. */
    record Served(ServiceSpec service, Instant at, boolean isCurrent) implements Report {}

    /**
     * The Service has a bad result; {@code isInvalid}: it cannot be served until it changes; {@code at}: when; {@code due}: when the next attempt is, {@code
     * Instant.MAX} if it waits for a change; {@code isAwaited}: somebody waits for a result.
     */
    record Failed(ServiceSpec service, String problem, boolean isInvalid, Instant at, Instant due,
            boolean isAwaited) implements Report {}

    /** The work for one Service ended; {@code isChange}: the Service itself had changed, not only the nodes behind it. */
    record SyncEnded(ServiceSpec service, boolean isChange, Duration took, boolean failed,
            CallReason reason) implements Report {}

    /** All Services were updated for a change of nodes, so many of them successfully. */
    record NodesSynced(int served, int failed, Duration took) implements Report {}
}
