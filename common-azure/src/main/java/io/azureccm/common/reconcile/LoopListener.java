package io.azureccm.common.reconcile;

import java.time.Duration;

/** Hears how long events wait and how long operations take, for metrics. Called under a lock: must be quick. */
public interface LoopListener {
    LoopListener NONE = new LoopListener() {
        @Override
        public void absorbed(Duration waited) {}

        @Override
        public void ended(Duration took) {}
    };

    /** A turn took all events out of the inbox, of which the first had waited so long. */
    void absorbed(Duration waited);

    /** An operation has ended after so long. */
    void ended(Duration took);
}
