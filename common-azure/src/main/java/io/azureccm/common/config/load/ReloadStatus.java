package io.azureccm.common.config.load;

import io.azureccm.common.config.value.ConfigProblem;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * What reloading has come to so far, for metrics and health.
 *
 * @param reloads    configs taken over since the start
 * @param rejections contents refused since the start
 * @param at         when {@code last} came about
 * @param problems   of the last contents looked at
 */
public record ReloadStatus(long reloads, long rejections, Result last, Instant at, List<ConfigProblem> problems) {

    /** How the last look at the sources ended. */
    public enum Result {

        /** The config in use is the first one. */
        INITIAL,

        /** New contents were taken over. */
        RELOADED,

        /** New contents mean the same as the old ones. */
        SAME,

        /** New contents have errors; the config before them stays in use. */
        REJECTED
    }

    public ReloadStatus {
        Objects.requireNonNull(last);
        Objects.requireNonNull(at);
        problems = List.copyOf(problems);
    }
}
