package io.azureccm.common.core.shadow;

import java.time.Duration;

/**
 * When something has come to rest ({@code settle}: nothing changed for so long), how long all has to have been watched without a gap
 * before a good verdict ({@code observe}), and after what time without a look there is a gap ({@code longestPause}).
 */
public record ShadowTiming(Duration settle, Duration observe, Duration longestPause) {
    /** A difference that stands so long is one, even when its resource does not come to rest because of others. */
    Duration patience() {
        return settle.multipliedBy(10);
    }
}
