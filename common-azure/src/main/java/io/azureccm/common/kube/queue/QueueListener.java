package io.azureccm.common.kube.queue;

import io.azureccm.common.reconcile.LoopListener;
import java.time.Duration;

/** Hears how long keys wait and how long workers have them, for metrics. Called under the queue's lock: must be quick. */
public interface QueueListener {
    QueueListener NONE = new QueueListener() {
        @Override
        public void handedOut(Duration waited) {}

        @Override
        public void ended(Duration took) {}
    };

    /** A worker takes a key that was first added so long ago. */
    void handedOut(Duration waited);

    /** A worker is done with a key after so long. */
    void ended(Duration took);

    /** The same for a loop: events wait, operations are in work. */
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
