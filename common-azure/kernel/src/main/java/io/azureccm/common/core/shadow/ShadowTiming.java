package io.azureccm.common.core.shadow;

import java.time.Duration;

/**
 * When something has come to rest ({@code settle}: unchanged for this time), how long everything must have been observed
 * without a gap before a PASS ({@code observe}), and the time without a check that counts as a gap ({@code longestPause}).
 */
public record ShadowTiming(Duration settle, Duration observe, Duration longestPause) {
    /** A difference that persists for this time counts even if its resource does not come to rest because of others. */
    Duration patience() {
        return settle.multipliedBy(10);
    }
}
