package io.azureccm.common.kube.queue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A monotonic clock that moves only when told to. It starts near the end of its range, where it overflows. */
final class VirtualNanos implements LongSupplier {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(1).toNanos());

    void advance(Duration by) {
        now.addAndGet(by.toNanos());
    }

    @Override
    public long getAsLong() {
        return now.get();
    }
}
