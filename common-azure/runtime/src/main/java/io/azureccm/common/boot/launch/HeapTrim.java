package io.azureccm.common.boot.launch;

import io.azureccm.common.arm.SteadyClock;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Collects garbage once the controller has become idle, so that the heap shrinks to what is in use. The serial collector collects the
 * old generation only when the heap is full: without this, a process would keep the size that its start or a burst of Services needed.
 * G1 does the same periodically (JEP 346); with another collector than the serial one nothing is done here.
 */
final class HeapTrim {
    static final Duration IDLE = Duration.ofSeconds(3);
    static final Duration MIN_INTERVAL = Duration.ofSeconds(30);
    static final long MIN_GARBAGE = 4L << 20;
    private static final int MIN_SHARE = 8;
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final String OLD_GENERATION = "Tenured Gen";

    /** The old generation: bytes in use, and in use after its last collection, 0 before the first. */
    record Usage(long used, long live) {
        /** Collecting is worth its pause: at least 4 MiB and an eighth of what is live may be garbage. */
        boolean isWorthCollecting() {
            long grown = used - live;
            return grown >= MIN_GARBAGE && grown >= live / MIN_SHARE;
        }
    }

    private final Supplier<Usage> heap;
    private final Runnable collect;
    private final InstantSource clock;
    private Instant idleSince = Instant.MAX;
    private Instant next = Instant.MIN;

    HeapTrim(Supplier<Usage> heap, Runnable collect, InstantSource clock) {
        this.heap = heap;
        this.collect = collect;
        this.clock = clock;
    }

    /** Starts a daemon that checks every second whether this process is idle; does nothing with another collector. */
    static void start(BooleanSupplier idle) {
        oldGeneration().ifPresent(pool -> {
            HeapTrim trim = new HeapTrim(() -> usage(pool), System::gc, SteadyClock.SYSTEM);
            Thread.ofVirtual().name("heap-trim").start(() -> trim.run(idle));
        });
    }

    private static Optional<MemoryPoolMXBean> oldGeneration() {
        return ManagementFactory.getMemoryPoolMXBeans()
                .stream()
                .filter(pool -> pool.getName().equals(OLD_GENERATION))
                .findFirst();
    }

    private static Usage usage(MemoryPoolMXBean pool) {
        MemoryUsage collected = pool.getCollectionUsage();
        return new Usage(pool.getUsage().getUsed(), collected == null ? 0 : collected.getUsed());
    }

    private void run(BooleanSupplier idle) {
        try {
            while (true) {
                Thread.sleep(TICK);
                observe(idle.getAsBoolean());
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes in whether the controller is idle now, and collects when it has been for three seconds, twice a minute at most. */
    void observe(boolean idle) {
        Instant now = clock.instant();
        if (!idle) {
            idleSince = Instant.MAX;
            return;
        }
        if (idleSince.equals(Instant.MAX))
            idleSince = now;
        if (now.isBefore(idleSince.plus(IDLE)) || now.isBefore(next) || !heap.get().isWorthCollecting())
            return;
        collect.run();
        next = clock.instant().plus(MIN_INTERVAL);
    }
}
