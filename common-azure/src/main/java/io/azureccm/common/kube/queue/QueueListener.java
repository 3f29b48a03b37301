package io.azureccm.common.kube.queue;

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
}
