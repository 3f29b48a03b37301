package io.azureccm.common.boot.azure;

import io.azureccm.common.observe.ArmReachability;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Checks whether ARM responds when nothing else calls it: on a standby, in an app that has nothing to do, or in an outage in
 * which calls are suspended. It gives the loop time to call ARM first, so that a start costs no extra read.
 */
public final class ArmReachabilityProbe {
    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final Duration SILENCE = Duration.ofMinutes(10);

    private final ArmReachability reach;
    private final Clock clock;
    private final Retry again = new Retry(Duration.ofSeconds(5), Duration.ofSeconds(60));
    private final AtomicBoolean asking = new AtomicBoolean();
    private Instant began;

    public ArmReachabilityProbe(ArmReachability reach, Clock clock) {
        this.reach = reach;
        this.clock = clock;
    }

    /** Sends a probe in the background if one is due. Called by one thread. */
    public void probe(AzureSession session) {
        if (began == null) {
            began = clock.instant();
        }
        if (asking.get() || !isDue())
            return;
        asking.set(true);
        Thread.ofVirtual().name("azure-probe").start(() -> {
            try {
                session.probe();
            } finally {
                asking.set(false);
            }
        });
    }

    private boolean isDue() {
        ArmReachability.Reach now = reach.reach();
        Instant at = clock.instant();
        Duration silent = Duration.between(now.lastCall(), at);
        if (now.isDown()) {
            if (!again.isDue(at))
                return false;
            again.failed(at);
            return true;
        }
        again.worked();
        if (now.up().isEmpty())
            return Duration.between(began, at).compareTo(TIMEOUT) > 0;
        return silent.compareTo(SILENCE) > 0;
    }
}
