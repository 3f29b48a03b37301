package io.azureccm.common.boot.supervisor;

import java.time.Duration;

/**
 * How often the supervisor checks when nothing happens, how long a stop waits for writes in flight, and after what time a
 * supervisor that does not check, a worker without sign of life, or a turn that does not end counts as dead.
 */
public record SupervisorTiming(Duration tick, Duration grace, Duration tickLimit, Duration turnLimit) {
    public static final SupervisorTiming DEFAULT = new SupervisorTiming(Duration.ofMillis(250), Duration.ofSeconds(5),
            Duration.ofMinutes(2),
            Duration.ofMinutes(30));
}
