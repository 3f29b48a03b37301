package io.azureccm.common.record;

import java.util.concurrent.atomic.LongAdder;

/** What a record has cost since the process started, for metrics. Thread-safe. */
public final class RecordCost {
    private final LongAdder turns = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    void written(long time) {
        turns.increment();
        nanos.add(time);
    }

    void drop() {
        dropped.increment();
    }

    void bytes(long count) {
        bytes.add(count);
    }

    /** Turns that were recorded. */
    public double turns() {
        return turns.sum();
    }

    /** Turns that were not recorded, because they could not be written or came too fast. */
    public double dropped() {
        return dropped.sum();
    }

    /** Bytes that were written, compressed. */
    public double bytes() {
        return bytes.sum();
    }

    /** The processor time that it took, in seconds. */
    public double seconds() {
        return nanos.sum() / 1e9;
    }
}
