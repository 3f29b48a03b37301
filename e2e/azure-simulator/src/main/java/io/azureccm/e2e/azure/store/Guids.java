package io.azureccm.e2e.azure.store;

import java.util.SplittableRandom;
import java.util.UUID;

/** GUIDs that look random but are reproducible with the same seed, so that two runs can be compared. */
public final class Guids {
    private final SplittableRandom random;

    public Guids(long seed) {
        random = new SplittableRandom(seed);
    }

    public synchronized String next() {
        long high = random.nextLong() & ~0xF000L | 0x4000L;
        long low = random.nextLong() & 0x3FFFFFFFFFFFFFFFL | 0x8000000000000000L;
        return new UUID(high, low).toString();
    }
}
