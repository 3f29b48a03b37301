package io.azureccm.common.reconcile;

import java.time.Duration;

/** Receives how long events wait and how long operations take, for metrics. Called under a lock: must return quickly. */
public interface LoopListener {
    LoopListener NONE = new LoopListener() {
    };

    /** A turn took all events from the inbox; the first of them had waited this long. */
    default void taken(Duration waited) {}

    /** An operation ended after this time. */
    default void ended(Duration took) {}

    /** A turn failed, and the loop starts over. */
    default void failed(RuntimeException defect) {}
}
