package io.azureccm.common.serve.port;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * A warning that anyone on the network can trigger. It is logged at most once in ten minutes, with the number of
 * suppressed warnings.
 */
public final class RateLimitedWarning {
    private static final Duration PERIOD = Duration.ofMinutes(10);

    private final Logger log;
    private final LongSupplier nanoTime;
    private boolean logged;
    private long last;
    private long held;

    public RateLimitedWarning(Logger log, LongSupplier nanoTime) {
        this.log = log;
        this.nanoTime = nanoTime;
    }

    public synchronized void log(String line) {
        long now = nanoTime.getAsLong();
        if (logged && now - last < PERIOD.toNanos()) {
            held++;
            return;
        }
        log.warn("{}{}", line, held == 0 ? "" : "; and " + held + " more of this kind suppressed before");
        logged = true;
        last = now;
        held = 0;
    }
}
