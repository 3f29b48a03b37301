package io.azureccm.service.reconcile;

import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.service.observed.read.SubscriptionUsage;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Quotas;
import io.azureccm.service.reconcile.known.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Reads the usage of Azure's quotas by the subscription once an hour, independently of other work. A failure is logged once, until a
 * read succeeds.
 */
final class QuotaReads {
    private static final String LANE = "quotas";
    /** Everything else has priority when calls have to wait. */
    private static final CallReason REASON = new CallReason(CallPriority.BACKGROUND, "Quotas");

    /** Other clusters use the quotas, too, but usage changes slowly. */
    private static final Duration PERIOD = Duration.ofHours(1);
    /** Up to this much longer, so that clusters of a subscription that started together do not read together. */
    private static final Duration SPREAD = Duration.ofMinutes(6);

    private final SubscriptionUsage usage;

    QuotaReads(SubscriptionUsage usage) {
        this.usage = usage;
    }

    void dispatch(KnownState known, Dispatcher<ServiceEvent> dispatcher, Instant now) {
        if (known.quotas().isDue(now) && !dispatcher.isBusy(LANE))
            dispatcher.dispatch(LANE, () -> REASON.within(this::read));
    }

    private ServiceEvent read() {
        try {
            return new ServiceEvent.QuotasRead(usage.read(), Optional.empty(), pause());
        } catch (RuntimeException unreadable) {
            return new ServiceEvent.QuotasRead(List.of(), Optional.of(unreadable.getMessage()), pause());
        }
    }

    private static Duration pause() {
        return PERIOD.plusMillis(ThreadLocalRandom.current().nextLong(SPREAD.toMillis()));
    }

    static KnownState absorb(KnownState known, ServiceEvent.QuotasRead event, Instant now) {
        Quotas before = known.quotas();
        Instant again = now.plus(event.pause());
        if (event.problem().isEmpty())
            return known.with(before.read(event.used(), again));
        String why = event.problem().get();
        KnownState next = known.with(before.failed(why, again));
        return before.problem().isEmpty() ? next.reporting(new Report.QuotasUnreadable(why)) : next;
    }
}
