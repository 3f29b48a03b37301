package io.azureccm.service.status;

import io.azureccm.common.reconcile.RetryReason;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The result of a plan and its outcomes for one Service. */
public sealed interface ServiceResult {
    /** The Service is fully served at these addresses; {@code remarks}: what its user should know of it, "" for nothing. */
    record Ready(List<String> addresses, String remarks) implements ServiceResult {
        public Ready(List<String> addresses) {
            this(addresses, "");
        }
    }

    /** All its resources in Azure are removed. */
    record Gone() implements ServiceResult {}

    /** Azure shows none of its resources, but the answer may be outdated: its finalizer is not removed before {@code until}. */
    record Unsure(Instant until) implements ServiceResult {
        public String problem() {
            return "Azure shows nothing of it, but until " + until.truncatedTo(ChronoUnit.SECONDS)
                    + " its answers may predate the last writes";
        }
    }

    /** The Service is not fully served; {@code reason} determines the retry trigger, {@code why} is for users. */
    record Failed(String problem, RetryReason reason, ServiceReason why) implements ServiceResult {}
}
