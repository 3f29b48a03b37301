package io.azureccm.common.exec;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long to leave resources alone that an operation runs on: short at first, since most operations end within seconds, then
 * twice as long each time until a write goes through.
 */
final class BusyResources {
    private static final int SHORTEST_SHARE = 10;
    private static final int LONGEST_FACTOR = 3;
    /** Whatever was not asked for in so long begins anew. */
    private static final Duration FORGOTTEN = Duration.ofHours(1);

    private final Duration shortest;
    private final Duration longest;
    private final Map<ArmId, Waiting> waiting = new ConcurrentHashMap<>();

    private record Waiting(Duration pause, Instant until) {}

    /** {@code usual}: the first pause is a tenth of it, the longest three times as much. */
    BusyResources(Duration usual) {
        this.shortest = usual.dividedBy(SHORTEST_SHARE);
        this.longest = usual.multipliedBy(LONGEST_FACTOR);
    }

    /** Waits once more. */
    Outcome.Throttled again(ArmId target, Instant now, String message) {
        waiting.values().removeIf(each -> each.until().plus(FORGOTTEN).isBefore(now));
        Waiting next = waiting.compute(target, (same, before) -> {
            Duration pause = before == null ? shortest : before.pause().multipliedBy(2);
            Duration bounded = pause.compareTo(longest) > 0 ? longest : pause;
            return new Waiting(bounded, now.plus(bounded));
        });
        return new Outcome.Throttled(next.until(), message);
    }

    void free(ArmId target) {
        waiting.remove(target);
    }
}
