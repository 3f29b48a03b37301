package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.arm.http.ArmExchange;
import io.azureccm.common.arm.http.ArmExchangeGate;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/**
 * This app's share of the calls that Azure allows, for all subscriptions, counted per request as Azure counts. If too few
 * calls are left, a request waits, more urgent ones first, for a limited time, and is then held back with the time of the
 * next attempt. Responses correct the budget: a lower remaining count lowers it, a 429 closes the affected bucket and no
 * other. One per process, since the limits do not start over with another cloud config. Thread-safe.
 */
public final class ArmBudget {
    /** Error code of a request that was held back and not sent. */
    public static final String USED_UP = "CallBudgetUsedUp";
    /** Changes since a wait was computed are noticed after at most this time. */
    private static final Duration MAX_NAP = Duration.ofSeconds(1);
    /** Shorter waits are not reported. */
    private static final Duration WORTH_REPORTING = Duration.ofSeconds(5);

    private final BudgetSettings settings;
    private final ArmClock clock;
    private final BudgetListener listener;
    private final TokenBuckets ledger;

    public ArmBudget(BudgetSettings settings, ArmClock clock, BudgetListener listener) {
        this.settings = settings;
        this.clock = clock;
        this.listener = listener;
        this.ledger = new TokenBuckets(settings);
    }

    private record Wait(Instant until, String why) {}

    /** True for the failure of a call that was not sent because of the budget. */
    public static boolean keptBack(Throwable failure) {
        return failure instanceof ArmException error && error.code().equals(USED_UP);
    }

    /** Access to the budget that can be stopped separately: one for each connection to Azure. */
    public Gate gate() {
        return new Gate();
    }

    /**
     * The remaining reads and writes of network resources of a subscription, whose limits are shown from then on; empty if calls are not
     * counted.
     */
    public RemainingBudget left(String subscription) {
        if (!settings.enabled())
            return RemainingBudget.UNKNOWN;
        String key = subscription.toLowerCase(Locale.ROOT);
        RemainingBudget left = locked(now -> new RemainingBudget(
                scarcer(key, BudgetLimits.ARM_READS, BudgetLimits.NETWORK_READS, now),
                scarcer(key, BudgetLimits.ARM_WRITES, BudgetLimits.NETWORK_WRITES, now)));
        reportNewLimits();
        return left;
    }

    public BudgetState state() {
        return locked(now -> new BudgetState(settings, clock.now(), ledger.states(now), ledger.waiting()));
    }

    /** The level of a limit of a subscription; for a limit of single resources, that of the resource with least left. */
    public BudgetState.Level level(String subscription, String limit) {
        return locked(now -> ledger.level(subscription, limit, now));
    }

    /** When the last window opens that Azure has closed for such a request; empty if all are open. */
    public Optional<Instant> opens(ArmExchange exchange) {
        return locked(now -> {
            long closed = ledger.closedFor(exchange, now);
            return closed > 0 ? Optional.of(at(closed)) : Optional.empty();
        });
    }

    /** The number of waiting requests with this priority. */
    public int waiting(CallPriority priority) {
        return locked(now -> ledger.waiting().getOrDefault(priority, 0));
    }

    /** Counts the exchanges of one connection. */
    public final class Gate implements ArmExchangeGate, CallQueue {
        private volatile boolean stopped;
        private volatile CallPriority urgent = CallPriority.BACKGROUND;
        private volatile WaitListener waits = (target, call, until, why) -> {};

        @Override
        public void listen(WaitListener who) {
            waits = who;
        }

        /** From now on nothing waits here except polls of operations in flight. */
        public void stopWaiting() {
            stopped = true;
        }

        @Override
        public void yieldTo(CallPriority awaited) {
            urgent = awaited;
        }

        @Override
        public void admit(ArmExchange exchange) {
            long began = clock.nanoTime();
            PermitRequest permit = locked(now -> ledger.request(exchange, now));
            reportNewLimits();
            if (!isGranted(permit))
                await(permit, began);
        }

        @Override
        public void answered(ArmExchange exchange, Response response) {
            locked(now -> {
                OptionalLong until = response.retryAfter()
                        .map(time -> OptionalLong.of(now + Duration.between(clock.now(), time).toNanos()))
                        .orElse(OptionalLong.empty());
                ledger.answered(exchange, response, until, now);
                return null;
            });
        }

        private void await(PermitRequest permit, long began) {
            boolean granted = false;
            boolean reported = false;
            try {
                while (!granted) {
                    Duration nap = nap(permit, began);
                    reported = reported || reportWait(permit);
                    if (nap.isPositive())
                        clock.pause(nap);
                    granted = isGranted(permit);
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                locked(now -> {
                    ledger.leave(permit);
                    return null;
                });
                throw new ArmException(Kind.UNAVAILABLE, 0, "Interrupted", permit.exchange().describe()
                        + ": interrupted while it waited for a permit, not sent", "", null, stop);
            } finally {
                CallPriority priority = permit.exchange().reason().priority();
                Duration waited = Duration.ofNanos(clock.nanoTime() - began);
                if (granted)
                    listener.granted(priority, waited);
                else
                    listener.heldBack(priority, waited);
            }
        }

        /** True if the wait is long enough to be reported. */
        private boolean reportWait(PermitRequest permit) {
            ArmExchange exchange = permit.exchange();
            Optional<Wait> wait = locked(now -> {
                long left = permit.isGranted() ? 0 : ledger.nanosUntil(permit, now);
                return left < WORTH_REPORTING.toNanos()
                        ? Optional.empty()
                        : Optional.of(new Wait(at(left), shortage(permit, now)));
            });
            wait.ifPresent(what -> waits.waits(exchange.target(), exchange.describe(), what.until(), what.why()));
            return wait.isPresent();
        }

        /** A write in flight is always polled to its end, without waiting behind other requests. */
        private boolean mayNotWait(ArmExchange exchange) {
            return exchange.kind() != ArmExchange.Kind.POLL
                    && (stopped || exchange.reason().priority().compareTo(urgent) > 0);
        }

        /** How long to wait until the next check, 0 if the request may go; throws if that would be too long. */
        private Duration nap(PermitRequest permit, long began) {
            return locked(now -> {
                ledger.dispatch(now);
                if (permit.isGranted())
                    return Duration.ZERO;
                long wait = ledger.nanosUntil(permit, now);
                CallPriority priority = permit.isOverdue()
                        ? CallPriority.NEW_OR_DELETED
                        : permit.exchange().reason().priority();
                long left = settings.longestWait(priority).toNanos() - (now - began);
                if (wait > left || mayNotWait(permit.exchange())) {
                    ledger.keepBack(permit, now);
                    throw keptBack(permit, wait, now);
                }
                return Duration.ofNanos(Math.max(1, Math.min(wait, MAX_NAP.toNanos())));
            });
        }
    }

    private boolean isGranted(PermitRequest permit) {
        return locked(now -> permit.isGranted());
    }

    private synchronized <T> T locked(LongFunction<T> work) {
        return work.apply(clock.nanoTime());
    }

    private void reportNewLimits() {
        if (ledger.hasNewLimits())
            locked(now -> ledger.takeNewLimits()).forEach(key -> listener.appeared(key.subscription(), key.limit()));
    }

    private ArmException keptBack(PermitRequest permit, long wait, long now) {
        return new ArmException(Kind.THROTTLED, 0, USED_UP,
                permit.exchange().describe() + ": not sent, " + shortage(permit, now), "", at(wait), null);
    }

    private Instant at(long wait) {
        return clock.now().plusNanos(Math.min(wait, Duration.ofHours(1).toNanos()));
    }

    private String shortage(PermitRequest permit, long now) {
        BucketKey key = ledger.shortest(permit, now);
        return (ledger.isClosed(key, now)
                ? "Azure throttles, which closes "
                : "this app's share is used up of ") + key;
    }

    private Optional<RemainingBudget.Left> scarcer(String subscription, String one, String other, long now) {
        TokenBucket first = ledger.bucket(new BucketKey(subscription, one, ""), now);
        TokenBucket second = ledger.bucket(new BucketKey(subscription, other, ""), now);
        TokenBucket scarce = first.level(now) <= second.level(now) ? first : second;
        if (scarce.size() < 1)
            return Optional.empty();
        return Optional.of(new RemainingBudget.Left(scarce.isClosed(now) ? 0 : (int) scarce.level(now),
                (int) scarce.size()));
    }
}
