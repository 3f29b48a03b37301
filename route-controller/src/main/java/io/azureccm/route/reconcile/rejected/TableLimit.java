package io.azureccm.route.reconcile.rejected;

import io.azureccm.common.core.Outcome;
import io.azureccm.route.plan.PlannerSettings;
import java.time.Duration;
import java.time.Instant;

/**
 * How many routes the table may have, and until when more are not tried. Azure's limit differs between subscriptions:
 * what is expected is found out to be too low by a write of more, and too high by Azure's answer.
 */
public record TableLimit(int routes, Instant until) {
    public static final TableLimit EXPECTED = new TableLimit(PlannerSettings.EXPECTED_ROUTES, Instant.MAX);
    private static final TableLimit NOT_KNOWN = new TableLimit(PlannerSettings.MAX_ROUTES, Instant.MAX);
    private static final Duration RETRY_DELAY = Duration.ofMinutes(1);
    private static final Duration REFUSAL_VALIDITY = Duration.ofHours(1);

    /** Nodes get no route because of the limit: if it is only expected, more is tried a little later. */
    TableLimit reached(Instant now) {
        return equals(EXPECTED) ? new TableLimit(routes, now.plus(RETRY_DELAY)) : this;
    }

    TableLimit at(Instant now) {
        return now.isBefore(until) ? this : NOT_KNOWN;
    }

    /** Azure has refused this write because of the limit; if it does not name it, half of the new routes are tried. */
    static TableLimit after(RouteWrite write, Outcome.Rejected reason, Instant now) {
        int half = write.routes() - (write.nodes().size() + 1) / 2;
        return new TableLimit(write.allowed(reason).orElse(half), now.plus(REFUSAL_VALIDITY));
    }
}
