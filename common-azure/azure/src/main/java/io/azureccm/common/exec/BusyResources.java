package io.azureccm.common.exec;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.reconcile.BackOff;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long to wait for resources on which an operation runs: briefly at first, since most operations end within seconds, then
 * twice as long each time until a write succeeds.
 */
final class BusyResources {
    private static final int FIRST_DIVISOR = 10;
    private static final int MAX_FACTOR = 3;
    /** Resources not requested for this time start over. */
    private static final Duration FORGOTTEN = Duration.ofHours(1);

    private final BackOff pauses;
    private final Map<ArmId, Waiting> waiting = new ConcurrentHashMap<>();

    private record Waiting(int times, Instant until) {}

    /** {@code usual}: the first pause is a tenth of it, the longest three times as much. */
    BusyResources(Duration usual) {
        this.pauses = BackOff.doubling(usual.dividedBy(FIRST_DIVISOR), usual.multipliedBy(MAX_FACTOR));
    }

    /** Waits once more; an attempt before the end of a pause, for another write of the resource, does not make the pauses longer. */
    Outcome.Throttled again(ArmId target, Instant now, String message) {
        waiting.values().removeIf(each -> each.until().plus(FORGOTTEN).isBefore(now));
        Waiting next = waiting.compute(target, (same, before) -> {
            if (before != null && now.isBefore(before.until()))
                return before;
            int times = before == null ? 1 : before.times() + 1;
            return new Waiting(times, now.plus(pauses.delay(times)));
        });
        return new Outcome.Throttled(next.until(), message, true);
    }

    void free(ArmId target) {
        waiting.remove(target);
    }
}
