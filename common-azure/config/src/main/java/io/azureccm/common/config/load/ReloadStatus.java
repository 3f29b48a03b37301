package io.azureccm.common.config.load;

import io.azureccm.common.config.value.ConfigProblem;
import java.time.Instant;
import java.util.List;

/**
 * The results of reloading so far, for metrics and health.
 *
 * @param reloads    configs applied since the start
 * @param rejections contents rejected since the start
 * @param at         time of {@code last}
 * @param problems   of the contents checked last
 */
public record ReloadStatus(long reloads, long rejections, Result last, Instant at, List<ConfigProblem> problems) {

    /** The result of the last check of the sources. */
    public enum Result {

        /** The config in use is the first one. */
        INITIAL,

        /** New contents were applied. */
        RELOADED,

        /** New contents mean the same as the old ones. */
        SAME,

        /** New contents have errors; the previous config stays in use. */
        REJECTED
    }

    public ReloadStatus {
        problems = List.copyOf(problems);
    }
}
