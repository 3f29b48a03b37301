package io.azureccm.common.resilience.budget;

import java.time.Duration;

/**
 * Counts the calls of the latest seconds, so that any ten seconds contain a limited number of them. A call counts for half a
 * second to a second longer than ten, since calls take different times on their way. Times are readings of a monotonic clock
 * in nanoseconds. Not thread-safe.
 */
final class PeakWindow {
    /** The time that a peak covers. */
    static final Duration SPAN = Duration.ofSeconds(10);

    private static final long SLOT = Duration.ofMillis(500).toNanos();
    private static final int SLOTS = 22;

    private final int max;
    private final int[] slots = new int[SLOTS];
    private long current;
    private int used;

    PeakWindow(double max, long now) {
        this.max = (int) Math.clamp(max, 1, Integer.MAX_VALUE);
        this.current = Math.floorDiv(now, SLOT);
    }

    int left(long now) {
        advance(now);
        return max - used;
    }

    void take(long now) {
        advance(now);
        slots[slot(current)]++;
        used++;
    }

    /**
     * Nanoseconds until a call may be sent that leaves {@code floor} to others, if {@code ahead} equal calls go first as soon
     * as they may.
     */
    long nanosUntil(double floor, int ahead, long now) {
        int kept = (int) Math.ceil(floor);
        int usable = Math.max(1, max - kept);
        long rounds = (long) (ahead / usable) * SLOTS * SLOT;
        int needed = Math.min(max, kept + ahead % usable + 1);
        int free = left(now);
        for (int slot = 1; free < needed; slot++) {
            free += slots[slot(current + slot)];
            if (free >= needed)
                return rounds + (current + slot) * SLOT - now;
        }
        return rounds;
    }

    private void advance(long now) {
        long latest = Math.floorDiv(now, SLOT);
        long steps = Math.min(latest - current, SLOTS);
        for (long step = 1; step <= steps; step++) {
            int over = slot(current + step);
            used -= slots[over];
            slots[over] = 0;
        }
        current = Math.max(current, latest);
    }

    private static int slot(long number) {
        return (int) Math.floorMod(number, (long) SLOTS);
    }
}
