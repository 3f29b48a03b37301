package io.azureccm.common.reconcile;

import java.time.Duration;

/** Receives how long events wait and how long operations take, for metrics. Called under a lock: must return quickly. */
public interface LoopListener {
    LoopListener NONE = new LoopListener() {
        @Override
        public void taken(Duration waited) {}

        @Override
        public void ended(Duration took) {}

        @Override
        public void failed(RuntimeException defect) {}
    };

    /** A turn took all events from the inbox; the first of them had waited this long. */
    void taken(Duration waited);

    /** An operation ended after this time. */
    void ended(Duration took);

    /** A turn failed, and the loop starts over. */
    void failed(RuntimeException defect);
}
