package io.azureccm.node.probe;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/** A warning that anybody on the network can bring about: it is logged at most once in ten minutes, with how often it was held back. */
final class SparseWarning {
    private static final Duration PERIOD = Duration.ofMinutes(10);

    private final Logger log;
    private final LongSupplier nanoTime;
    private boolean logged;
    private long last;
    private long held;

    SparseWarning(Logger log, LongSupplier nanoTime) {
        this.log = log;
        this.nanoTime = nanoTime;
    }

    synchronized void log(String line) {
        long now = nanoTime.getAsLong();
        if (logged && now - last < PERIOD.toNanos()) {
            held++;
            return;
        }
        log.warn("{}{}", line, held == 0 ? "" : "; and " + held + " more of the kind before");
        logged = true;
        last = now;
        held = 0;
    }
}
