package io.azureccm.common.kube.queue;

import io.azureccm.common.reconcile.LoopListener;
import java.time.Duration;

/**
 * Receives how long keys wait and how long workers process them, for metrics. Called under the queue's lock: must return
 * quickly.
 */
public interface QueueListener {
    QueueListener NONE = new QueueListener() {
        @Override
        public void handedOut(Duration waited) {}

        @Override
        public void ended(Duration took) {}
    };

    /** A worker takes a key that was first added this long ago. */
    void handedOut(Duration waited);

    /** A worker finished a key after this time. */
    void ended(Duration took);

    /** The equivalent for a loop: events are queued, operations are in flight. */
    default LoopListener forLoop() {
        QueueListener queue = this;
        return new LoopListener() {
            @Override
            public void absorbed(Duration waited) {
                queue.handedOut(waited);
            }

            @Override
            public void ended(Duration took) {
                queue.ended(took);
            }
        };
    }
}
