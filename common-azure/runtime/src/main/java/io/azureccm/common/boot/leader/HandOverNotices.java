package io.azureccm.common.boot.leader;

import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.observe.LeaseEvents;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs, and emits events about the lease of this app, when nothing is written because of another program, when that is over,
 * and when another program has come back while this one writes. A lasting state is reported again periodically. For use by
 * one thread.
 */
final class HandOverNotices implements Consumer<HandOver> {
    static final String HELD = "HandOverHeld";
    static final String DONE = "HandOverDone";
    static final String RETURNED = "OtherProgramActive";
    private static final Logger log = LoggerFactory.getLogger(HandOverNotices.class);
    private static final Duration AGAIN = Duration.ofMinutes(10);

    private final LeaseEvents events;
    private final HandOverText text;
    private final LongSupplier nanoTime;
    private HandOverState handOverState = HandOverState.CLEARED;
    private List<LeaseName> about = List.of();
    private long reportedAt;
    /** The last event says that nothing is written. In a new term the check comes in between, which ends nothing. */
    private boolean heldReported;

    HandOverNotices(LeaseEvents events, App app, LongSupplier nanoTime) {
        this.events = events;
        this.text = new HandOverText(app);
        this.nanoTime = nanoTime;
    }

    @Override
    public void accept(HandOver now) {
        List<LeaseName> taken = now.state() == HandOverState.CLEARED ? now.renewed() : now.taken();
        boolean news = now.state() != handOverState || !taken.equals(about);
        if (!news && (taken.isEmpty() || nanoTime.getAsLong() - reportedAt < AGAIN.toNanos()))
            return;
        handOverState = now.state();
        about = taken;
        reportedAt = nanoTime.getAsLong();
        switch (now.state()) {
            case WAITING -> log.info("Waiting before the first write: {}", text.waiting(now));
            case HELD -> {
                heldReported = true;
                events.warn(log, HELD, text.held(now));
            }
            case CLEARED -> {
                if (heldReported)
                    events.info(log, DONE, text.over(now));
                heldReported = false;
                taken.forEach(lease -> events.warn(log, RETURNED, text.returned(lease, now.leases().get(lease))));
            }
        }
    }
}
