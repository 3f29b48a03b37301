package io.azureccm.service.reconcile;

import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Quotas;
import io.azureccm.service.reconcile.known.Report;
import java.time.Instant;

/** The usage of Azure's quotas by the subscription, read about once an hour. A failure is reported once, until a read succeeds. Pure. */
final class QuotaReads {
    private QuotaReads() {}

    static KnownState update(KnownState known, ServiceEvent.QuotasRead event, Instant now) {
        Quotas before = known.quotas();
        Instant again = now.plus(event.pause());
        if (event.problem().isEmpty())
            return known.with(before.read(event.used(), again));
        String why = event.problem().get();
        KnownState next = known.with(before.failed(why, again));
        return before.problem().isEmpty() ? next.reporting(new Report.QuotasUnreadable(why)) : next;
    }
}
