package io.azureccm.service.status;

import io.azureccm.common.reconcile.RetryReason;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** What became of what one Service asks for. */
public sealed interface ServiceResult {
    /** Everything it asked for is in Azure, at these addresses. */
    record Ready(List<String> addresses) implements ServiceResult {}

    /** Everything it had in Azure is gone. */
    record Gone() implements ServiceResult {}

    /** Nothing that it had in Azure was seen, but that may be an older state: it is not let go before {@code until}. */
    record Unsure(Instant until) implements ServiceResult {
        public String problem() {
            return "Azure shows nothing of it, but until " + until.truncatedTo(ChronoUnit.SECONDS)
                    + " its answers may predate the last writes";
        }
    }

    /** Something is missing; {@code reason} decides what has to happen before the next attempt, {@code why} is for users. */
    record Failed(String problem, RetryReason reason, ServiceReason why) implements ServiceResult {}
}
